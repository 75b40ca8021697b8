import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { registerOrganizationRoutes } from './routes.ts';
import type { OrganizationTables } from './store.ts';

describe('a key’s organization', () => {
  let service: ModuleRoutes<OrganizationTables & AuditLogTables>;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => registerOrganizationRoutes(routes, { database }));
  });
  after(() => service.close());
  const rename = (name: unknown, more: Parameters<typeof service.request>[2] = {}) =>
    service.request('PATCH', '/v1/organization', { body: { name }, ...more });
  const listEvents = async (organizationId: string) =>
    service.database.kysely
      .selectFrom('audit_events')
      .select(['action', 'result', 'details'])
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute();

  test('is the only organization that the key reads and renames', async () => {
    assert.equal((await service.request('GET', '/v1/organization')).json.id, HOME);
    const renamed = await rename('Elsewhere', { as: { organizationId: OTHER } });
    assert.deepEqual([renamed.status, renamed.json.id, renamed.json.name], [200, OTHER, 'Elsewhere']);
    assert.equal((await service.request('GET', '/v1/organization')).json.name, 'Home');
    assert.deepEqual(await listEvents(HOME), []);
  });

  test('is not renamed by callers without write permission or by keys that are bound to projects', async () => {
    for (const as of [{ scopes: ['organization:read'] as const }, { projectIds: ['proj_1'] }]) {
      const refused = await rename('Mine', { as });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'], JSON.stringify(as));
    }
    assert.equal((await rename('Mine', { as: null })).status, 401);
  });

  test('can’t get a blank, overlong or non-text name, and surrounding spaces are removed', async () => {
    for (const name of ['', ' \t ', 'a'.repeat(201), 'NUL \u0000', 7, null]) {
      const refused = await rename(name);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(name));
    }
    const kept = await rename(`  O'Brien & "Söhne"  `);
    assert.deepEqual([kept.status, kept.json.name], [200, `O'Brien & "Söhne"`]);
  });

  test('gets a different plan only from the operator; sending the current plan is not a change', async () => {
    const change = (body: object) => service.request('PATCH', '/v1/organization', { body });
    const refused = await change({ plan: 'free', name: 'Not this either' });
    assert.deepEqual([refused.status, refused.json.code], [403, 'operator_only']);
    const kept = await change({ plan: 'enterprise' });
    assert.deepEqual([kept.status, kept.json.plan], [200, 'enterprise']);
    assert.notEqual(kept.json.name, 'Not this either');
  });

  test('is changed only once by two callers with the same ETag, and the log has the old and the new value', async () => {
    const seen = await service.request('GET', '/v1/organization');
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    const answers = await Promise.all([rename('First', { headers }), rename('Second', { headers })]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 412]));
    const winner = answers.find(({ status }) => status === 200);
    const last = (await listEvents(HOME)).at(-1);
    assert.equal(last?.action, 'organization.updated');
    assert.deepEqual(last.details, {
      from: { name: seen.json.name, plan: 'enterprise' },
      to: { name: winner?.json.name, plan: 'enterprise' },
    });
  });
});
