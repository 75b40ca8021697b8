import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSecretBox, SecretBoxError } from '../../../platform/secret-box/index.ts';
import { deliver, failAbandonedAttempt, type DeliverDeps } from './deliver.ts';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './save-endpoint.ts';
import { sendTestEvent } from './send-again.ts';
import { selectAttempts, selectDelivery, selectEndpoint } from './store.ts';
import { admin, organizationId, startTestWebhooks, type TestWebhooks } from './testing/test-webhooks.ts';

const never = new AbortController().signal;

describe('an attempt to deliver', () => {
  let webhooks: TestWebhooks;
  let endpointId = '';
  let deliveryId = '';
  before(async () => {
    const settings = { retryDelaysMs: [1_000, 60_000], timeoutMs: 300, maxResponseBytes: 20, keepDays: 30 };
    webhooks = await startTestWebhooks({ hasWorker: false, settings });
  });
  after(() => webhooks.close());
  beforeEach(async () => {
    await webhooks.kysely.deleteFrom('webhook_endpoints').execute();
    webhooks.receiver.received.length = 0;
    webhooks.receiver.answer = (response) => void response.writeHead(200).end('ok');
    endpointId = (await createEndpoint(webhooks.deps, admin(), { url: webhooks.receiver.url })).row.id;
    deliveryId = (await sendTestEvent(webhooks.deps, admin(), endpointId)).id;
  });
  const attempt = (number: number, changes: Partial<DeliverDeps> = {}) =>
    deliver({ ...webhooks.delivering, ...changes }, { deliveryId, attempt: number }, never);
  const delivery = async () => {
    const row = await selectDelivery(webhooks.kysely, endpointId, deliveryId);
    assert.ok(row !== undefined);
    return row;
  };
  const log = () => selectAttempts(webhooks.kysely, deliveryId);
  const endpoint = () => selectEndpoint(webhooks.kysely, organizationId, endpointId);
  const answerWith = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') => {
    webhooks.receiver.answer = (response) => void response.writeHead(status, headers).end(body);
  };
  const listTickets = async () => {
    const rows = await webhooks.deps.database.pool.query<{ data: { deliveryId: string; attempt: number } }>(
      `SELECT data FROM pgboss.job WHERE name = 'webhook-deliveries' ORDER BY created_on`,
    );
    return rows.rows.flatMap(({ data }) => (data.deliveryId === deliveryId ? [data.attempt] : []));
  };

  test('is recorded once if two workers make it at once, and its next attempt is queued once', async () => {
    answerWith(500);
    await Promise.all([attempt(1), attempt(1)]);
    assert.deepEqual([(await delivery()).attempts, (await log()).length], [1, 1]);
    assert.deepEqual(await listTickets(), [1, 2]);
  });

  test('sends nothing if it was already made or is too early, or if its delivery has ended', async () => {
    await attempt(2);
    assert.equal(webhooks.receiver.received.length, 0);
    await attempt(1);
    for (const late of [1, 2, 3]) await attempt(late);
    assert.equal(webhooks.receiver.received.length, 1);
    assert.equal((await delivery()).status, 'succeeded');
  });

  test('is due again after its delay if it fails; the last attempt ends the delivery', async () => {
    answerWith(503);
    await attempt(1);
    const waiting = await delivery();
    assert.deepEqual([waiting.status, waiting.ended_at], ['pending', null]);
    const inMs = (waiting.next_attempt_at?.getTime() ?? 0) - waiting.created_at.getTime();
    assert.ok(inMs >= 1_000 && inMs < 60_000, String(inMs));
    await attempt(2);
    await attempt(3);
    const ended = await delivery();
    assert.deepEqual([ended.status, ended.attempts, ended.next_attempt_at], ['failed', 3, null]);
    assert.ok(ended.ended_at !== null);
    assert.deepEqual(
      (await log()).map(({ status_code }) => status_code),
      [503, 503, 503],
    );
  });

  test('leaves no data if its endpoint is deleted while the attempt is being sent', async () => {
    webhooks.receiver.answer = (response) =>
      void deleteEndpoint(webhooks.deps, { principal: admin(), id: endpointId }).then(() => response.end('ok'));
    await attempt(1);
    assert.equal(await selectDelivery(webhooks.kysely, endpointId, deliveryId), undefined);
    assert.deepEqual(await log(), []);
  });

  test('doesn’t enable its endpoint again if a person disables it while the attempt is being sent', async () => {
    webhooks.receiver.answer = (response) =>
      void updateEndpoint(webhooks.deps, { principal: admin(), id: endpointId }, { enabled: false }).then(() =>
        response.end('ok'),
      );
    await attempt(1);
    const ended = await delivery();
    assert.deepEqual([ended.status, ended.error, ended.attempts], ['failed', 'The endpoint was disabled.', 0]);
    assert.deepEqual(await log(), []);
  });

  for (const [what, status, headers, body, kept] of [
    ['invalid UTF-8', 200, {}, Buffer.from([0xff, 0x61]), '\ufffda'],
    ['text with NUL', 200, {}, 'a\0b', 'a\ufffdb'],
    ['larger than the stored part', 200, {}, 'x'.repeat(3_000_000), 'x'.repeat(20)],
    ['empty', 204, {}, '', ''],
    ['a redirect into the installation', 302, { location: 'http://169.254.169.254/' }, '', ''],
  ] as const) {
    test(`is logged as far as possible if the response is ${what}`, async () => {
      answerWith(status, headers, body);
      await attempt(1);
      const [made] = await log();
      assert.deepEqual([made?.status_code, made?.response], [status, kept]);
      assert.equal((await delivery()).status, status < 300 ? 'succeeded' : 'pending');
      assert.equal(webhooks.receiver.received.length, 1);
    });
  }

  test('fails if the response is incomplete or missing, and its delivery stays pending', async () => {
    webhooks.receiver.answer = (response) => void response.writeHead(200).write('x');
    await attempt(1);
    assert.match((await log())[0]?.error ?? '', /in time/);
    webhooks.receiver.answer = (response) => void response.destroy();
    await attempt(2);
    assert.equal((await log())[1]?.status_code, null);
    assert.equal((await delivery()).status, 'pending');
  });

  test('sends nothing if its endpoint’s address is now internal', async () => {
    await webhooks.kysely.updateTable('webhook_endpoints').set({ url: 'http://127.0.0.1:1/hook' }).execute();
    await attempt(1);
    const [made] = await log();
    assert.equal(made?.status_code, null);
    assert.ok((made.error ?? '').length > 0);
    assert.equal(webhooks.receiver.received.length, 0);
  });

  test('waits at most a day, even if the receiver requests a longer delay', async () => {
    answerWith(429, { 'retry-after': '999999999' });
    await attempt(1);
    const { next_attempt_at: next, created_at: made } = await delivery();
    const hours = ((next?.getTime() ?? 0) - made.getTime()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, String(hours));
  });

  test('is not sent unsigned if this process can’t decrypt the secret, and the queue retries it', async () => {
    const secretBox = createSecretBox({ current: randomBytes(32), previous: [] });
    await assert.rejects(attempt(1, { secretBox }), SecretBoxError);
    assert.equal(webhooks.receiver.received.length, 0);
    assert.equal((await delivery()).attempts, 0);
  });

  test('counts as failed once if it crashed its workers', async () => {
    await failAbandonedAttempt(webhooks.delivering, { deliveryId, attempt: 1 });
    await failAbandonedAttempt(webhooks.delivering, { deliveryId, attempt: 1 });
    const [made, ...more] = await log();
    assert.match(made?.error ?? '', /could not complete/);
    assert.deepEqual([more, await listTickets()], [[], [1, 2]]);
    await attempt(2);
    assert.equal((await delivery()).status, 'succeeded');
  });

  test('sets the start of the endpoint’s failures only if it is the first to fail, and clears it if it succeeds', async () => {
    answerWith(500);
    await attempt(1);
    const since = (await endpoint())?.failing_since;
    assert.ok(since instanceof Date);
    await attempt(2);
    assert.deepEqual((await endpoint())?.failing_since, since);
    answerWith(200);
    await attempt(3);
    assert.equal((await endpoint())?.failing_since, null);
  });

  for (const status of [200, 500]) {
    test(`with the response ${status} deletes ended deliveries older than 30 days, but not waiting ones`, async () => {
      const others = [];
      for (let made = 0; made < 3; made += 1) others.push((await sendTestEvent(webhooks.deps, admin(), endpointId)).id);
      const age = (id: string | undefined, days: number, ended: boolean) =>
        webhooks.deps.database.pool.query(
          `UPDATE webhook_deliveries SET created_at = now() - make_interval(days => $1), status = $2 WHERE id = $3`,
          [days, ended ? 'failed' : 'pending', id],
        );
      await age(others[0], 31, true);
      await age(others[1], 29, true);
      await age(others[2], 31, false);
      answerWith(status);
      await attempt(1);
      const rows = await webhooks.kysely.selectFrom('webhook_deliveries').select('id').execute();
      assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set([deliveryId, others[1], others[2]]));
    });
  }
});
