import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { ApiError } from '../../../platform/http/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import { createEndpoint, rotateSecret, updateEndpoint, type NewEndpoint } from './save-endpoint.ts';
import { replayDelivery, sendTestEvent } from './send-again.ts';
import { deleteEndpointRow, selectAttempts, selectDeliveries, selectEndpoint } from './store.ts';
import type { DeliveryRow } from './tables.ts';
import {
  admin,
  organizationId,
  otherOrganizationId,
  startTestWebhooks,
  type TestWebhooks,
} from './testing/test-webhooks.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

let webhooks: TestWebhooks;
let crashes = 0;
before(async () => {
  webhooks = await startTestWebhooks({
    settings: { retryDelaysMs: [10, 10], timeoutMs: 500, maxResponseBytes: 10, maxEndpoints: 3 },
    faultPoint: (name) => {
      if (name !== 'webhook.answered' || crashes === 0) return;
      crashes -= 1;
      throw new Error('the worker is lost');
    },
  });
});
after(() => webhooks.close());
beforeEach(async () => {
  await webhooks.kysely.deleteFrom('webhook_endpoints').execute();
  webhooks.receiver.received.length = 0;
  webhooks.receiver.answer = (response) => void response.writeHead(200).end('ok');
});

const event = (change: object = {}) => ({
  type: 'agent.job.completed' as const,
  organizationId,
  projectId: 'proj_1',
  at: new Date('2026-11-22T00:00:00Z'),
  data: { id: 'aj_1' },
  ...change,
});

const publish = (change: object = {}): Promise<void> =>
  webhooks.kysely.transaction().execute((tx) => webhooks.publish(tx, event(change)));

const listen = (fields: object = {}): Promise<NewEndpoint> =>
  createEndpoint(webhooks.deps, admin(), { url: webhooks.receiver.url, ...fields });

/** Returns the newest delivery after it has ended. */
async function ended(endpointId: string): Promise<DeliveryRow> {
  const deadline = performance.now() + hangLimitMs;
  for (;;) {
    const filter = { endpointId, status: undefined, after: undefined, limit: 1 };
    const [delivery] = await selectDeliveries(webhooks.kysely, filter);
    if (delivery !== undefined && delivery.status !== 'pending') return delivery;
    if (performance.now() > deadline) throw new Error(`not ended: ${JSON.stringify(delivery)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isApiError = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

describe('an event', () => {
  test('is posted once after its transaction is committed, signed, with its attempt in the log', async () => {
    const { row, secret } = await listen();
    webhooks.receiver.answer = (response) => void response.writeHead(202).end('x'.repeat(100_000));
    await publish();
    const delivery = await ended(row.id);
    assert.equal(delivery.status, 'succeeded');
    const [request] = webhooks.receiver.received;
    assert.equal(webhooks.receiver.received.length, 1);
    assert.deepEqual(new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>), {
      type: 'agent.job.completed',
      timestamp: '2026-11-22T00:00:00.000Z',
      data: { id: 'aj_1' },
    });
    const [attempt] = await selectAttempts(webhooks.kysely, delivery.id);
    assert.deepEqual([attempt?.status_code, attempt?.error, attempt?.response], [202, null, 'xxxxxxxxxx']);
    assert.ok((attempt?.duration_ms ?? -1) >= 0);
  });

  test('is sent to a chat as a message, and the chat’s address isn’t shown again', async () => {
    const { row } = await listen({ format: 'slack' });
    assert.match(row.url, /^http:\/\/127\.0\.0\.1:\d+\/…/, 'nor from the database: the whole address is sealed');
    await publish({ data: { title: 'Limits', summary: 'Two pages.', prLink: null } });
    const delivery = await ended(row.id);
    const { text } = JSON.parse(webhooks.receiver.received[0]?.body ?? '');
    assert.equal(text, 'Agent job completed: Limits');
    assert.match(
      delivery.payload,
      /"type":"agent\.job\.completed"/,
      'stored as the event, so that the format can be changed',
    );
    const change = (body: object) => updateEndpoint(webhooks.deps, { principal: admin(), id: row.id }, body);
    await assert.rejects(change({ format: 'standard' }), isApiError('invalid_webhook_url'));
    await assert.rejects(change({ format: 'teams' }), isApiError('invalid_webhook_url'));
    assert.equal((await change({ format: 'slack', description: 'x' })).url, row.url);
    const standard = await change({ format: 'standard', url: webhooks.receiver.url });
    assert.deepEqual([standard.format, standard.url, standard.sealed_url], ['standard', webhooks.receiver.url, null]);
    // A server's address is encrypted when it becomes a chat's.
    const discord = await change({ format: 'discord' });
    assert.doesNotMatch(JSON.stringify(discord), new RegExp(webhooks.receiver.url));
    await publish({ data: { title: 'Limits', summary: 'Two pages.', prLink: null } });
    await ended(row.id);
    assert.equal(webhooks.receiver.received.length, 2);
  });

  test('is not sent if its transaction is rolled back', async () => {
    const { row } = await listen();
    const rolledBack = webhooks.kysely.transaction().execute(async (tx) => {
      await webhooks.publish(tx, event());
      throw new Error('no');
    });
    await assert.rejects(rolledBack);
    await publish({ data: { id: 'aj_2' } });
    await ended(row.id);
    assert.deepEqual(
      webhooks.receiver.received.map(({ body }) => JSON.parse(body).data.id),
      ['aj_2'],
    );
  });

  test('is sent to endpoints that subscribe to its type and project, and not to another organization', async () => {
    for (const id of ['proj_1', 'proj_2']) await insertProject(webhooks.deps.database, id);
    const wanted = await listen({ events: ['agent.job.completed'], projectIds: ['proj_1'] });
    await listen({ events: ['agent.job.failed'] });
    await listen({ projectIds: ['proj_2'] });
    await createEndpoint(webhooks.deps, admin(otherOrganizationId), { url: webhooks.receiver.url });
    await publish();
    await ended(wanted.row.id);
    const rows = await webhooks.kysely.selectFrom('webhook_deliveries').select('endpoint_id').execute();
    assert.deepEqual(rows, [{ endpoint_id: wanted.row.id }]);
  });

  test('is sent again after a failure, with the same webhook-id, until it is accepted', async () => {
    const { row } = await listen();
    webhooks.receiver.answer = (response, count) => void response.writeHead(count < 3 ? 503 : 204).end();
    await publish();
    const delivery = await ended(row.id);
    assert.deepEqual([delivery.status, delivery.attempts], ['succeeded', 3]);
    const ids = new Set(webhooks.receiver.received.map(({ headers }) => headers['webhook-id']));
    assert.deepEqual([...ids], [delivery.message_id]);
    assert.equal((await selectEndpoint(webhooks.kysely, organizationId, row.id))?.failing_since, null);
  });

  test('is given up after the last attempt, with the reason', async () => {
    const { row } = await listen();
    webhooks.receiver.answer = (response) => void response.writeHead(500).end('broken');
    await publish();
    const delivery = await ended(row.id);
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery.error],
      ['failed', 3, 'The endpoint returned status 500.'],
    );
  });

  test('is sent twice with one webhook-id if its worker is lost between the response and its record', async () => {
    const { row } = await listen();
    crashes = 1;
    await publish();
    const delivery = await ended(row.id);
    assert.deepEqual([delivery.status, delivery.attempts], ['succeeded', 1]);
    const ids = webhooks.receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(ids, [delivery.message_id, delivery.message_id]);
  });

  for (const [what, answer, error] of [
    ['a redirect', (url: string) => ({ status: 302, headers: { location: url } }), /status 302/],
    ['missing', () => undefined, /did not respond in time/],
  ] as const) {
    test(`fails if the response is ${what}`, async () => {
      const { row } = await listen();
      webhooks.receiver.answer = (response) => {
        const reply = answer(webhooks.receiver.url);
        if (reply !== undefined) response.writeHead(reply.status, reply.headers).end();
      };
      await publish();
      const delivery = await ended(row.id);
      assert.equal(delivery.status, 'failed');
      assert.match(delivery.error ?? '', error);
    });
  }

  test('can be replayed as a separate delivery with the same webhook-id', async () => {
    const { row } = await listen();
    await publish();
    const first = await ended(row.id);
    const again = await replayDelivery(webhooks.deps, admin(), { id: row.id, deliveryId: first.id });
    assert.equal(again.replay_of, first.id);
    await ended(row.id);
    const ids = webhooks.receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(ids, [first.message_id, first.message_id]);
  });
});

describe('an endpoint', () => {
  test('signs with both secrets during an overlap, otherwise with one, and stores neither in plain text', async () => {
    const before = await listen();
    const rotated = await rotateSecret(webhooks.deps, { principal: admin(), id: before.row.id }, {});
    await sendTestEvent(webhooks.deps, admin(), before.row.id);
    await ended(before.row.id);
    const [request] = webhooks.receiver.received;
    for (const secret of [before.secret, rotated.secret]) {
      const verified = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
      assert.equal((verified as { type: string }).type, 'webhook.test');
      assert.ok(
        !JSON.stringify(await webhooks.kysely.selectFrom('webhook_endpoints').selectAll().execute()).includes(secret),
      );
    }
    const once = await rotateSecret(webhooks.deps, { principal: admin(), id: before.row.id }, { overlapSeconds: 0 });
    await sendTestEvent(webhooks.deps, admin(), before.row.id);
    await webhooks.receiver.count(2);
    const headers = webhooks.receiver.received[1]?.headers as Record<string, string>;
    assert.doesNotThrow(() => new Webhook(once.secret).verify(webhooks.receiver.received[1]?.body ?? '', headers));
    assert.throws(() => new Webhook(rotated.secret).verify(webhooks.receiver.received[1]?.body ?? '', headers));
  });

  test('is disabled with the reason if it accepted nothing for days, and accepts events again after it is enabled', async () => {
    const { row } = await listen();
    webhooks.receiver.answer = (response) => void response.writeHead(500).end();
    const longAgo = new Date(Date.now() - 6 * 86_400_000);
    await webhooks.kysely.updateTable('webhook_endpoints').set({ failing_since: longAgo }).execute();
    await publish();
    assert.match((await ended(row.id)).error ?? '', /disabled/);
    const disabled = await selectEndpoint(webhooks.kysely, organizationId, row.id);
    assert.match(disabled?.disabled_reason ?? '', /No delivery has succeeded since .*status 500/);
    await assert.rejects(sendTestEvent(webhooks.deps, admin(), row.id), isApiError('webhook_disabled'));
    await publish();
    assert.equal(webhooks.receiver.received.length, 1);
    webhooks.receiver.answer = (response) => void response.writeHead(200).end();
    await updateEndpoint(webhooks.deps, { principal: admin(), id: row.id }, { enabled: true });
    await publish();
    assert.equal((await ended(row.id)).status, 'succeeded');
  });

  test('is disabled immediately if it responds with 410', async () => {
    const { row } = await listen();
    webhooks.receiver.answer = (response) => void response.writeHead(410).end();
    await publish();
    assert.equal((await ended(row.id)).attempts, 1);
    assert.match((await selectEndpoint(webhooks.kysely, organizationId, row.id))?.disabled_reason ?? '', /410/);
  });

  for (const url of [
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://169.254.169.254/latest',
    'https://user:secret@example.com/',
    'ftp://example.com',
    'nowhere',
  ]) {
    test(`at ${url} is refused`, () => assert.rejects(listen({ url }), isApiError('invalid_webhook_url')));
  }

  test('is treated as nonexistent for another organization', async () => {
    const { row } = await listen();
    const stranger = { principal: admin(otherOrganizationId), id: row.id };
    await assert.rejects(updateEndpoint(webhooks.deps, stranger, {}), isApiError('not_found'));
    await assert.rejects(rotateSecret(webhooks.deps, stranger, {}), isApiError('not_found'));
    await assert.rejects(sendTestEvent(webhooks.deps, stranger.principal, row.id), isApiError('not_found'));
  });

  test('is treated like a missing one if it is deleted during a test', async () => {
    const { row } = await listen();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isDeleted, resolve: deleted } = Promise.withResolvers<void>();
    const deletion = webhooks.kysely.transaction().execute(async (tx) => {
      await deleteEndpointRow(tx, organizationId, row.id);
      deleted();
      await mayCommit;
    });
    await isDeleted;
    const refused = assert.rejects(sendTestEvent(webhooks.deps, admin(), row.id), isApiError('not_found'));
    await waitForLockWaiter(webhooks.deps.database);
    commit();
    await Promise.all([deletion, refused]);
  });

  test('is refused beyond the limit, even if eight are requested at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => listen()));
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 3);
    for (const one of asked) if (one.status === 'rejected') assert.ok(isApiError('webhook_limit_reached')(one.reason));
  });
});
