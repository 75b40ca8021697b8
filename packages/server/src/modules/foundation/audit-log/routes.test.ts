import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, OTHER, principalOf } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { deleteAuditEventsOlderThan } from './delete-old-events.ts';
import { recordAuditEvent, systemAuthor, type AuditEntry } from './record-audit-event.ts';
import { registerAuditLogRoutes } from './routes.ts';
import type { AuditLogTables } from './store.ts';

describe('the audit log', () => {
  let service: ModuleRoutes<AuditLogTables>;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => registerAuditLogRoutes(routes, { database }));
    await record({ action: 'project.created', target: { kind: 'project', id: 'proj_1', name: 'Docs' } });
    await record({
      action: 'project.updated',
      target: { kind: 'project', id: 'proj_1', name: 'Docs 2' },
      result: 'refused',
    });
    await record({ action: 'projectXcreated', details: { note: '=SUM(A1)' } });
    await record({ action: 'api_key.created', target: { kind: 'api_key', id: null, name: '=cmd|calc' } }, OTHER);
  });
  after(() => service.close());
  const record = (entry: AuditEntry, organizationId = HOME) =>
    recordAuditEvent(service.database.kysely, { ...principalOf(), organizationId }, entry);
  const list = (query = '') => service.request('GET', `/v1/audit-events${query}`);
  const actionsOf = async (query: string) =>
    (await list(query)).json.events.map(({ action }: { action: string }) => action);

  test('shows an organization’s own events only to callers who may read them', async () => {
    assert.equal((await list()).json.events.length, 3);
    const foreign = await service.request('GET', '/v1/audit-events', { as: { organizationId: OTHER } });
    assert.deepEqual(
      foreign.json.events.map(({ action }: { action: string }) => action),
      ['api_key.created'],
    );
    for (const as of [{ scopes: ['organization:write', 'members:write'] as const }, { projectIds: ['proj_1'] }]) {
      for (const path of ['/v1/audit-events', '/v1/audit-events/export?format=csv']) {
        assert.equal((await service.request('GET', path, { as })).status, 403, JSON.stringify(as));
      }
    }
  });

  test('records the actor, the target, the result, the address and the request ID', async () => {
    const [event] = (await list('?action=project.created')).json.events;
    assert.deepEqual(event.actor, { kind: 'api_key', id: 'key_test', name: 'test key' });
    assert.deepEqual(event.target, { kind: 'project', id: 'proj_1', name: 'Docs' });
    assert.deepEqual([event.result, event.address, event.requestId], ['success', '127.0.0.1', 'req_test']);
  });

  test('is filtered by actor, action prefix, target, result and time, with literal wildcard characters', async () => {
    assert.deepEqual(await actionsOf('?action=project.'), ['project.updated', 'project.created']);
    assert.deepEqual(await actionsOf('?action=project_'), []);
    assert.deepEqual(await actionsOf('?action=%25created'), []);
    assert.deepEqual(await actionsOf(`?action=${encodeURIComponent(`x' OR '1'='1`)}`), []);
    assert.deepEqual(await actionsOf('?target=Docs'), ['project.created']);
    assert.deepEqual(await actionsOf('?target=proj_1&result=refused'), ['project.updated']);
    assert.equal((await actionsOf('?actor=test%20key')).length, 3);
    assert.deepEqual(await actionsOf('?actor=nobody'), []);
    assert.deepEqual(await actionsOf('?to=2000-01-01T00:00:00Z'), []);
    assert.equal((await actionsOf('?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z')).length, 3);
  });

  test('is read page by page, newest first, and refuses invalid cursors', async () => {
    const first = (await list('?limit=2')).json;
    const rest = (await list(`?limit=2&cursor=${first.nextCursor}`)).json;
    const ids = [...first.events, ...rest.events].map(({ id }: { id: string }) => Number(id));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.deepEqual([ids.length, rest.nextCursor], [3, null]);
    for (const query of [
      'cursor=x',
      'cursor=-1',
      'cursor=1e3',
      `cursor=${'9'.repeat(16)}`,
      'from=yesterday',
      'limit=101',
      'actor=%00',
    ]) {
      const refused = await list(`?${query}`);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], query);
    }
  });

  test('is exported as a file with the events that match the filters', async () => {
    const lines = await service.request('GET', '/v1/audit-events/export?format=jsonl&action=project.');
    assert.match(lines.headers.get('content-disposition') ?? '', /filename="audit-log\.jsonl"/);
    const events = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string });
    assert.deepEqual(
      events.map(({ action }) => action),
      ['project.updated', 'project.created'],
    );
  });

  test('truncates names, and records no address for a system event', async () => {
    const author = systemAuthor(OTHER);
    await recordAuditEvent(service.database.kysely, author, {
      action: 'long.done',
      target: { kind: 'x', id: null, name: 'n'.repeat(1_000) },
    });
    const { json } = await service.request('GET', '/v1/audit-events?action=long', { as: { organizationId: OTHER } });
    const [event] = json.events;
    assert.deepEqual([event.target.name.length, event.actor.kind, event.address], [300, 'system', null]);
  });

  test('is written together with the change, or not at all', async () => {
    const undone = service.database.kysely.transaction().execute(async (tx) => {
      await recordAuditEvent(tx, principalOf(), { action: 'never.done' });
      throw new Error('the change failed');
    });
    await assert.rejects(undone, /the change failed/);
    assert.deepEqual(await actionsOf('?action=never'), []);
  });

  test('can’t be changed or deleted by statements: only retention deletes events by age, and none younger than a day', async () => {
    const { database } = service;
    for (const statement of [
      'UPDATE audit_events SET actor_name = $1',
      'DELETE FROM audit_events WHERE actor_name <> $1',
    ]) {
      await assert.rejects(database.pool.query(statement, ['x']), { code: 'DW002' }, statement);
    }
    await assert.rejects(database.pool.query('TRUNCATE audit_events'), { code: 'DW002' });
    await database.pool.query(
      `INSERT INTO audit_events (organization_id, actor_kind, actor_name, action, result, at)
       SELECT $1, 'system', 'system', 'old.done', 'success', now() - make_interval(days => n) FROM generate_series(29, 31) n`,
      [HOME],
    );
    assert.equal(await deleteAuditEventsOlderThan(database, 30), 2);
    assert.deepEqual(await actionsOf('?action=old'), ['old.done']);
    await assert.rejects(deleteAuditEventsOlderThan(database, 0), { code: 'DW002' });
    assert.equal((await actionsOf('?action=project')).length, 3);
  });
});
