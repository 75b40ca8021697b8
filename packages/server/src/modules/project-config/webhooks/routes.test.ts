import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import { createUrlCheck } from '../../../platform/http-client/index.ts';
import { createJobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { createSecretBox } from '../../../platform/secret-box/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../projects/index.ts';
import { defineWebhookQueue } from './job.ts';
import { registerWebhookRoutes } from './routes.ts';
import { defaultWebhookSettings } from './settings.ts';
import type { WebhookTables } from './tables.ts';

const path = '/v1/webhook-endpoints';
const url = 'https://hooks.example/a';

describe('webhook endpoints', () => {
  let service: ModuleRoutes<WebhookTables & AuditLogTables & ProjectTables>;
  let stop = async (): Promise<void> => undefined;
  let id = '';
  let secret = '';
  before(async () => {
    service = await openModuleRoutes(async (routes, { database }) => {
      const engine = createJobEngine({
        url: database.url,
        pool: database.pool,
        log: createLogger({ level: 'silent' }),
      });
      const queue = defineWebhookQueue(engine);
      await engine.start();
      stop = () => engine.stop();
      registerWebhookRoutes(routes, {
        database,
        engine,
        queue,
        secretBox: createSecretBox({ current: randomBytes(32), previous: [] }),
        clock: systemClock,
        settings: { ...defaultWebhookSettings, maxEndpoints: 3 },
        checkUrl: createUrlCheck({}, (_name, callback) => callback(null, [{ address: '93.184.215.14', family: 4 }])),
      });
    });
  });
  after(async () => {
    await stop();
    await service.close();
  });
  beforeEach(async () => {
    await service.database.pool.query('DELETE FROM webhook_endpoints');
    ({ id, secret } = (await ask('POST', '', { body: { url } })).json);
  });
  const ask = (method: string, rest: string, more: ModuleRequest = {}) => service.request(method, path + rest, more);
  const change = (body: unknown, more: ModuleRequest = {}) => ask('PATCH', `/${id}`, { body, ...more });
  const listActions = async () => {
    const { rows } = await service.database.pool.query(
      `SELECT action, result FROM audit_events WHERE target_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ action, result }) => `${action} ${result}`);
  };

  test('show their secret only when they are created or it is rotated', async () => {
    assert.match(secret, /^whsec_/);
    const rotated = await ask('POST', `/${id}/rotate-secret`, { body: { overlapSeconds: 60 } });
    assert.notEqual(rotated.json.secret, secret);
    const answers = [await ask('GET', ''), await ask('GET', `/${id}`), await change({ description: 'x' })];
    const { rows } = await service.database.pool.query('SELECT * FROM webhook_endpoints');
    const events = await service.database.pool.query('SELECT * FROM audit_events');
    const everything = JSON.stringify([answers.map(({ text }) => text), rows, events.rows]);
    for (const one of [secret, rotated.json.secret]) assert.ok(!everything.includes(one.slice('whsec_'.length)));
    const left = Date.parse(answers[1]?.json.previousSecretUntil) - Date.now();
    assert.ok(left > 0 && left <= 60_000, String(left));
    assert.deepEqual((await listActions()).slice(0, 2), [
      'webhook_endpoint.created success',
      'webhook_endpoint.secret_rotated success',
    ]);
  });

  test('are treated as nonexistent for other organizations, and stay unchanged', async () => {
    const delivery = (await ask('POST', `/${id}/test`)).json.id;
    const as = { organizationId: OTHER };
    assert.deepEqual((await ask('GET', '', { as })).json.endpoints, []);
    for (const answer of [
      await ask('GET', `/${id}`, { as }),
      await change({ enabled: false }, { as }),
      await ask('DELETE', `/${id}`, { as }),
      await ask('POST', `/${id}/rotate-secret`, { as, body: {} }),
      await ask('POST', `/${id}/test`, { as }),
      await ask('GET', `/${id}/deliveries`, { as }),
      await ask('GET', `/${id}/deliveries/${delivery}`, { as }),
      await ask('POST', `/${id}/deliveries/${delivery}/replay`, { as }),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    }
    assert.equal((await ask('GET', `/${id}`)).json.enabled, true);
    assert.deepEqual(await listActions(), ['webhook_endpoint.created success', 'webhook_endpoint.tested success']);
  });

  test('are not accessible to keys that are bound to projects, and can’t be changed by keys that can only read', async () => {
    const bound = await ask('GET', '', { as: { projectIds: ['proj_1'] } });
    assert.deepEqual([bound.status, bound.json.code], [403, 'insufficient_scope']);
    const as = { scopes: ['webhooks:read'] as const };
    assert.equal((await ask('GET', `/${id}`, { as })).status, 200);
    for (const answer of [
      await change({ enabled: false }, { as }),
      await ask('DELETE', `/${id}`, { as }),
      await ask('POST', `/${id}/rotate-secret`, { as, body: {} }),
      await ask('POST', `/${id}/test`, { as }),
    ]) {
      assert.equal(answer.status, 403);
    }
  });

  test('can be limited to the organization’s projects, and any other ID gets the same error whether or not it exists elsewhere', async () => {
    const { database } = service;
    await insertProject(database, 'proj_own');
    await insertProject(database, 'proj_foreign', { organizationId: OTHER });
    const errors = new Set<string>();
    for (const wrong of ['proj_foreign', 'proj_neverwas', 'PROJ_OWN', 'x']) {
      const projectIds = ['proj_own', wrong];
      for (const refused of [await ask('POST', '', { body: { url, projectIds } }), await change({ projectIds })]) {
        assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], refused.text);
        assert.deepEqual(refused.json.details, [{ path: '/projectIds/1', message: 'is not a project' }]);
        assert.ok(refused.json.error.includes(`"${wrong}"`), refused.text);
        errors.add(refused.json.error.replace(wrong, ''));
      }
    }
    assert.equal(errors.size, 1);
    assert.deepEqual((await change({ projectIds: ['proj_own'] })).json.projectIds, ['proj_own']);
    await database.pool.query(`DELETE FROM projects WHERE id = 'proj_own'`);
    assert.equal(
      (await change({ projectIds: ['proj_own'], description: 'later' })).status,
      200,
      'an endpoint can be changed after one of its projects is deleted',
    );
  });

  test('refuse a change to an internal or invalid address, and keep the old address', async () => {
    for (const wrong of ['http://hooks.example/', 'https://127.0.0.1/', 'https://u:p@hooks.example/', 'nowhere']) {
      const refused = await change({ url: wrong });
      assert.equal(refused.status, 400, wrong);
      assert.ok(['invalid_webhook_url', 'invalid_request'].includes(refused.json.code), refused.text);
    }
    assert.equal((await ask('GET', `/${id}`)).json.url, url);
  });

  test('refuse invalid event types, projects, descriptions, addresses and overlaps', async () => {
    for (const body of [
      { url, events: [] },
      { url, events: ['no.such.event'] },
      { url, projectIds: [] },
      { url, description: 'x'.repeat(10_000) },
      { url, description: 'NUL \u0000' },
      { url: `https://hooks.example/${'x'.repeat(5_000)}` },
      {},
    ]) {
      const refused = await ask('POST', '', { body });
      assert.equal(refused.status, 400, JSON.stringify(body).slice(0, 80));
    }
    for (const overlapSeconds of [-1, 1.5, 2 ** 31]) {
      assert.equal((await ask('POST', `/${id}/rotate-secret`, { body: { overlapSeconds } })).status, 400);
    }
  });

  test('end their pending deliveries when they are disabled, and refuse tests and replays until they are enabled again', async () => {
    const { json: waiting } = await ask('POST', `/${id}/test`);
    const disabled = (await change({ enabled: false })).json;
    assert.deepEqual([disabled.enabled, disabled.disabledReason], [false, 'A person disabled it.']);
    const ended = (await ask('GET', `/${id}/deliveries/${waiting.id}`)).json;
    assert.deepEqual([ended.status, ended.error, ended.nextAttemptAt], ['failed', 'The endpoint was disabled.', null]);
    const again = (await change({ enabled: false })).json;
    assert.equal(again.disabledAt, disabled.disabledAt, 'disabling it again doesn’t change the time');
    for (const rest of ['/test', `/deliveries/${waiting.id}/replay`]) {
      const refused = await ask('POST', `/${id}${rest}`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'webhook_disabled']);
    }
    const enabled = (await change({ enabled: true })).json;
    assert.deepEqual([enabled.enabled, enabled.disabledReason, enabled.failingSince], [true, null, null]);
    const replayed = (await ask('POST', `/${id}/deliveries/${waiting.id}/replay`)).json;
    assert.deepEqual(
      [replayed.replayOf, replayed.messageId, replayed.status],
      [waiting.id, waiting.messageId, 'pending'],
    );
  });

  test('are deleted with their deliveries, and then no longer count toward the limit', async () => {
    const delivery = (await ask('POST', `/${id}/test`)).json.id;
    for (const more of ['b', 'c']) await ask('POST', '', { body: { url: `${url}${more}` } });
    const full = await ask('POST', '', { body: { url } });
    assert.deepEqual([full.status, full.json.code], [409, 'webhook_limit_reached']);
    assert.equal((await ask('POST', '', { body: { url }, as: { organizationId: OTHER } })).status, 201);
    assert.equal((await ask('DELETE', `/${id}`)).status, 204);
    assert.equal((await ask('GET', `/${id}/deliveries/${delivery}`)).status, 404);
    assert.equal((await service.database.pool.query('SELECT FROM webhook_deliveries')).rows.length, 0);
    assert.equal((await ask('POST', '', { body: { url } })).status, 201);
    assert.equal((await ask('DELETE', `/${id}`)).status, 404);
  });

  test('list their deliveries newest first, page by page and by status, and accept no cursor from another endpoint', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await ask('POST', `/${id}/test`)).json.id);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { json } = await ask('GET', `/${id}/deliveries?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...json.deliveries.map((one: { id: string }) => one.id));
      if (json.nextCursor === null) break;
      cursor = json.nextCursor;
    }
    assert.deepEqual(seen, made);
    assert.equal((await ask('GET', `/${id}/deliveries?status=pending&limit=100`)).json.deliveries.length, 5);
    assert.deepEqual((await ask('GET', `/${id}/deliveries?status=succeeded`)).json.deliveries, []);
    const other = (await ask('POST', '', { body: { url } })).json.id;
    for (const query of [
      `cursor=${seen[0] ?? ''}`,
      'cursor=%27%20or%201',
      'limit=0',
      'limit=2147483648',
      'status=done',
    ]) {
      assert.equal((await ask('GET', `/${other}/deliveries?${query}`)).status, 400, query);
    }
    const foreign = await ask('GET', `/${other}/deliveries/${seen[0] ?? ''}`);
    assert.equal(foreign.status, 404, 'no delivery of another endpoint is shown');
  });
});
