import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import type { Identity } from '../../../platform/http/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerApiKeyRoutes } from './routes.ts';
import { deleteEndedKeys, type ApiKeyTables } from './store.ts';

const now = new Date();
const inHours = (hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString();

describe('API keys', () => {
  let service: ModuleRoutes<ApiKeyTables>;
  before(async () => {
    const clock = createFixedClock(now);
    service = await openModuleRoutes((routes, { database }) => registerApiKeyRoutes(routes, { database, clock }));
  });
  after(() => service.close());
  const create = (body: object, as: Partial<Identity> = {}) =>
    service.request('POST', '/v1/api-keys', { body: { name: 'ci', ...body }, as });
  const act = (verb: 'roll' | 'revoke', id: string, as: Partial<Identity> = {}, body?: object) =>
    service.request('POST', `/v1/api-keys/${id}/${verb}`, { as, ...(body !== undefined && { body }) });
  const list = async (as: Partial<Identity> = {}) =>
    (await service.request('GET', '/v1/api-keys', { as })).json.apiKeys;
  const listEvents = async (target: string) => {
    const { rows } = await service.database.pool.query<{ action: string; result: string }>(
      'SELECT action, result FROM audit_events WHERE target_id = $1 OR target_name = $1 ORDER BY id',
      [target],
    );
    return rows.map(({ action, result }) => `${action} ${result}`);
  };

  test('have the same permissions as their creator by default', async () => {
    const expiresAt = new Date(inHours(1));
    const maker: Partial<Identity> = { scopes: ['api-keys:write', 'exports:write'], expiresAt };
    const { status, json } = await create({}, maker);
    assert.deepEqual(
      [status, json.scopes, json.projectIds, json.expiresAt, json.createdBy],
      [201, maker.scopes, null, expiresAt.toISOString(), 'key_test'],
    );
  });

  test('can’t get a scope or a lifetime that the creator lacks, and the attempt is logged', async () => {
    const maker: Partial<Identity> = {
      scopes: ['api-keys:write', 'exports:write'],
      expiresAt: new Date(inHours(1)),
    };
    for (const [name, body] of [
      ['more scopes', { scopes: ['admin'] }],
      ['a different scope', { scopes: ['exports:write', 'projects:read'] }],
      ['longer life', { expiresAt: inHours(1.001) }],
      ['endless life', { expiresAt: null }],
    ] as const) {
      const refused = await create({ name, ...body }, maker);
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'], name);
      assert.deepEqual(await listEvents(name), ['api_key.created refused'], name);
    }
    assert.equal((await create({ scopes: ['exports:read'], expiresAt: inHours(0.5) }, maker)).status, 201);
  });

  test('can’t be created with a key that is bound to a project', async () => {
    for (const scopes of [['admin'], ['api-keys:write']] as const) {
      const refused = await create({}, { scopes, projectIds: ['proj_1'] });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
      assert.match(refused.json.error, /bound to projects can't have/);
    }
  });

  test('are bound to projects of the organization, and any other ID gets the same error whether it exists elsewhere or not', async () => {
    await insertProject(service.database, 'proj_own');
    await insertProject(service.database, 'proj_foreign', { organizationId: OTHER });
    const errors = new Set<string>();
    for (const wrong of ['proj_foreign', 'proj_neverwas', 'x']) {
      const refused = await create({ scopes: ['exports:read'], projectIds: ['proj_own', wrong] });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], refused.text);
      assert.deepEqual(refused.json.details, [{ path: '/projectIds/1', message: 'is not a project' }]);
      assert.ok(refused.json.error.includes(`"${wrong}"`), refused.text);
      errors.add(refused.json.error.replace(wrong, ''));
    }
    assert.equal(errors.size, 1);
    const made = await create({ scopes: ['exports:read'], projectIds: ['proj_own'] });
    assert.deepEqual([made.status, made.json.projectIds], [201, ['proj_own']]);
  });

  test('can’t be created with a past or invalid expiry, an invalid name, or invalid lists of scopes or projects', async () => {
    const bad: readonly object[] = [
      { expiresAt: inHours(0) },
      { expiresAt: inHours(-1) },
      { expiresAt: '2026-13-01T00:00:00Z' },
      { expiresAt: 'tomorrow' },
      { name: '' },
      { name: ' \t' },
      { name: 'n'.repeat(201) },
      { name: 'NUL \u0000' },
      { scopes: [] },
      { scopes: ['root'] },
      { scopes: ['admin', 'admin'] },
      { projectIds: [] },
      { projectIds: Array.from({ length: 101 }, (_, index) => `proj_${index}`) },
    ];
    for (const body of bad) {
      const refused = await create(body);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(body));
    }
  });

  test('are shown once, and aren’t stored or listed', async () => {
    const { json: made } = await create({ name: `O'Brien "quoted"` });
    const { rows } = await service.database.pool.query<{ row: string }>(
      `SELECT to_jsonb(k)::text || encode(sha256, 'escape') AS row FROM api_keys k`,
    );
    assert.ok(rows.every(({ row }) => !row.includes(made.key)));
    const shown = (await list()).find(({ id }: { id: string }) => id === made.id);
    assert.deepEqual([shown.name, shown.key, shown.lastFour], [`O'Brien "quoted"`, undefined, made.key.slice(-4)]);
  });

  test('show their creator by name, or by ID after the creator was deleted', async () => {
    const { json: parent } = await create({ name: 'parent' });
    const actor = { kind: 'api_key', id: parent.id, name: 'parent' } as const;
    const { json: child } = await create({ name: 'child' }, { actor });
    const { json: orphan } = await create({ name: 'orphan' }, { actor: { ...actor, id: 'key_gone' } });
    const names = new Map((await list()).map((key: Record<string, string>) => [key['id'], key['createdByName']]));
    assert.deepEqual([names.get(child.id), names.get(orphan.id)], ['parent', 'key_gone']);
  });

  test('can’t be listed, rolled or revoked from another organization', async () => {
    const { json: foreign } = await create({ name: 'foreign' }, { organizationId: OTHER });
    assert.ok((await list()).every(({ id }: { id: string }) => id !== foreign.id));
    for (const verb of ['roll', 'revoke'] as const) {
      const [answer, missing] = [await act(verb, foreign.id), await act(verb, 'key_missing')];
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
      assert.equal(answer.json.error.replace(foreign.id, ''), missing.json.error.replace('key_missing', ''));
    }
    assert.equal((await list({ organizationId: OTHER }))[0].revokedAt, null);
  });

  test('can’t be rolled or revoked by a caller with fewer permissions or a shorter lifetime', async () => {
    const lesser: Partial<Identity> = { scopes: ['api-keys:write', 'exports:write'], expiresAt: new Date(inHours(1)) };
    for (const [name, body] of [
      ['stronger', { scopes: ['projects:read'], expiresAt: inHours(0.5) }],
      ['longer', { scopes: ['exports:read'], expiresAt: inHours(2) }],
    ] as const) {
      const { json: made } = await create({ name, ...body });
      for (const verb of ['roll', 'revoke'] as const) {
        const refused = await act(verb, made.id, lesser);
        assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'], `${verb} ${name}`);
      }
      assert.deepEqual(
        (await listEvents(made.id)).slice(1),
        ['api_key.rolled refused', 'api_key.revoked refused'],
        name,
      );
    }
  });

  test('are revoked once: repeating the request changes neither the time nor the log', async () => {
    const { json: made } = await create({ name: 'leaked' });
    const [first, second] = [await act('revoke', made.id), await act('revoke', made.id)];
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.equal(first.json.revokedAt, second.json.revokedAt);
    assert.deepEqual(await listEvents(made.id), ['api_key.created success', 'api_key.revoked success']);
    const rolled = await act('roll', made.id);
    assert.deepEqual([rolled.status, rolled.json.code], [409, 'api_key_revoked']);
  });

  test('are rolled to the same permissions and expiry, and the old key’s earlier expiry is kept', async () => {
    const { json: old } = await create({ name: 'nightly', scopes: ['exports:read'], expiresAt: inHours(1) });
    const { status, json: next } = await act('roll', old.id, {}, { overlapSeconds: 604_800 });
    assert.equal(status, 201);
    assert.deepEqual(
      [next.name, next.scopes, next.projectIds, next.expiresAt],
      ['nightly', ['exports:read'], null, old.expiresAt],
    );
    const shown = (await list()).find(({ id }: { id: string }) => id === old.id);
    assert.deepEqual([shown.expiresAt, shown.revokedAt], [old.expiresAt, null]);
    for (const overlapSeconds of [-1, 604_801, 2 ** 31, 0.5, '0']) {
      const refused = await act('roll', next.id, {}, { overlapSeconds });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], String(overlapSeconds));
    }
  });

  test('are rolled once if two callers request it at the same time without an overlap', async () => {
    const { json: old } = await create({ name: 'contested' });
    const answers = await Promise.all([act('roll', old.id), act('roll', old.id)]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
    const { rows } = await service.database.pool.query(
      `SELECT FROM api_keys WHERE name = 'contested' AND revoked_at IS NULL AND organization_id = $1`,
      [HOME],
    );
    assert.equal(rows.length, 1);
  });

  test('are limited to five hundred valid ones: ended keys don’t count, and rolling without an overlap is always possible', async () => {
    const as = { organizationId: OTHER };
    const { json: old } = await create({ name: 'last but one' }, as);
    await service.database.pool.query(
      `INSERT INTO api_keys (id, organization_id, name, sha256, prefix, last_four, scopes, created_by, revoked_at, expires_at)
       SELECT 'ak_' || n, $1, 'many', sha256(n::text::bytea), 'dw_', 'abcd', '{admin}', 'setup',
         CASE WHEN n = 0 THEN now() END, CASE WHEN n = 1 THEN now() END
       FROM generate_series(0, 500 - (SELECT count(*)::int FROM api_keys WHERE organization_id = $1)) AS n`,
      [OTHER],
    );
    const answers = await Promise.all([create({}, as), create({}, as), create({}, as)]);
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409, 409],
    );
    const refused = await act('roll', old.id, as, { overlapSeconds: 60 });
    assert.deepEqual([refused.status, refused.json.code], [409, 'api_key_limit_reached']);
    assert.equal((await act('roll', old.id, as)).status, 201);
    assert.equal((await create({})).status, 201, 'of another organization');
  });

  test('are listed for 90 days after they expire or are revoked, and then deleted', async () => {
    await service.database.pool.query(
      `INSERT INTO api_keys (id, organization_id, name, sha256, prefix, last_four, scopes, created_by, revoked_at, expires_at)
       SELECT 'ak_ended_' || name, $1, name, sha256(name::bytea), 'dw_', 'abcd', '{admin}', 'setup',
         now() - revoked * interval '1 day', now() - expired * interval '1 day'
       FROM (VALUES ('revoked', 91, NULL), ('expired', NULL, 91), ('revoked before its end', 91, -10), ('just ended', 89, NULL), ('works', NULL, -1))
         AS ended (name, revoked, expired)`,
      [HOME],
    );
    await deleteEndedKeys(service.database.kysely, 90);
    const left = (await list()).flatMap(({ id, name }: { id: string; name: string }) =>
      id.startsWith('ak_ended_') ? [name] : [],
    );
    assert.deepEqual(left.sort(), ['just ended', 'works']);
  });
});
