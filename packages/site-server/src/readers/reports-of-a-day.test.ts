import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { HttpExchange } from '../answer/exchange.ts';
import { EventCollector } from './collect-events.ts';
import { FeedbackCollector, maxFeedbackOfDay, maxFeedbackOfNetworkDay } from './collect-feedback.ts';
import { EventWriter, TooManyEvents } from './event-writer.ts';
import type { SiteEvent } from './event.ts';
import { newUuid7 } from './new-uuid7.ts';
import { maxEvents } from './parse-events.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
/** The body of a full report of views is about 1,470 bytes, and each row adds 280. */
const reportBytes = 7_200;
const dayLimits = { network: 10 * reportBytes, site: 15 * reportBytes };
const startMs = Date.UTC(2026, 4, 5);

/**
 * Collectors with stores in memory. The path of a request identifies the site, and its header `x-address` identifies
 * the client.
 */
async function openCollectors() {
  const state = { nowMs: startMs, stored: 0, feedback: 0, beyondDay: 0 };
  const nowMs = () => state.nowMs;
  const salt = () => Promise.resolve(Buffer.alloc(32));
  const events = new EventCollector({
    store: {
      salt,
      names: () => Promise.resolve([]),
      insert: async (some) => void (state.stored += some.length),
    },
    nowMs,
    onError: (_, error) => assert.fail(String(error)),
    onBeyondDay: (_, count) => void (state.beyondDay += count),
    dayLimits,
  });
  const feedback = new FeedbackCollector({
    store: {
      salt,
      insert: async () => {
        state.feedback += 1;
        return true;
      },
    },
    nowMs,
    onError: (_, error) => assert.fail(String(error)),
  });
  const observer = { answered: () => undefined, failed: () => undefined };
  const server = createServer((request, response) => {
    const [, kind, siteId = ''] = (request.url ?? '').split('/');
    const exchange = new HttpExchange(request, response, observer, nowMs());
    const site = { siteId, host: '127.0.0.1', findPage: () => '/' };
    const address = String(request.headers['x-address']);
    if (kind === 'events') void events.collect(exchange, site, address);
    else void feedback.collect(exchange, site, { address, sender: 'page' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = async (path: string, address: string, body: object): Promise<number> => {
    const headers = { origin, 'user-agent': browser, 'x-address': address };
    return (await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  let random = 0;
  return {
    state,
    /** Sends a full report. */
    report: (siteId: string, address: string) => {
      const id = () => newUuid7(state.nowMs, Buffer.alloc(10).fill(`${(random += 1)} `));
      const views = Array.from({ length: maxEvents }, () => ({ id: id(), kind: 'view', path: '/' }));
      return post(`/events/${siteId}`, address, { events: views });
    },
    say: (siteId: string, address: string) => post(`/feedback/${siteId}`, address, { path: '/', helpful: true }),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test('beyond a network’s daily limit across all sites, only the number of events is recorded', async () => {
  await using collectors = await openCollectors();
  const { state, report } = collectors;
  for (let site = 0; site < 10; site += 1) assert.equal(await report(`site-${site}`, '2001:db8::1'), 204);
  assert.deepEqual([state.stored, state.beyondDay], [10 * maxEvents, 0]);
  assert.equal(await report('fresh', '2001:db8::2:1'), 204);
  assert.deepEqual([state.stored, state.beyondDay], [10 * maxEvents, maxEvents]);
  assert.equal(await report('fresh', '2001:db8:0:1::1'), 204);
  assert.equal(state.stored, 11 * maxEvents);
  state.nowMs = startMs + 86_400_000;
  assert.equal(await report('fresh', '2001:db8::1'), 204);
  assert.equal(state.stored, 12 * maxEvents);
});

test('beyond a site’s daily limit, only the number of events is recorded, and another site’s events are stored', async () => {
  await using collectors = await openCollectors();
  const { state, report } = collectors;
  for (let client = 0; client < 16; client += 1) assert.equal(await report('p', `203.0.113.${client}`), 204);
  assert.deepEqual([state.stored, state.beyondDay], [15 * maxEvents, maxEvents]);
  assert.equal(await report('other', '203.0.113.99'), 204);
  assert.equal(state.stored, 16 * maxEvents);
});

test('one network can send at most a tenth of a site’s daily limit of feedback', async () => {
  await using collectors = await openCollectors();
  const { state, say } = collectors;
  for (let window = 0; window < 22; window += 1) {
    state.nowMs = startMs + window * 600_000;
    for (let sent = 0; sent < 10; sent += 1) await say('p', '203.0.113.7');
  }
  assert.equal(state.feedback, maxFeedbackOfNetworkDay);
  assert.equal(maxFeedbackOfNetworkDay, maxFeedbackOfDay / 10);
  assert.equal(await say('p', '203.0.113.8'), 204);
  assert.equal(await say('other', '203.0.113.7'), 204);
});

test('while the store is slow, one site fills at most half of the queue, and another site’s events are queued and stored', async () => {
  const slow = Promise.withResolvers<void>();
  const writer = new EventWriter(() => slow.promise);
  const event = {} as SiteEvent;
  const written: Promise<void>[] = [];
  let refused: unknown;
  for (let network = 0; refused === undefined; network += 1) {
    const one = writer.write([event], ['noisy', String(network)]);
    // A refusal is immediate: it doesn't wait for the store.
    refused = await Promise.race([one, Promise.resolve().then(() => undefined)]).catch((error: unknown) => error);
    if (refused === undefined) written.push(one);
  }
  assert.ok(refused instanceof TooManyEvents);
  assert.equal(written.length, 2_500);
  written.push(writer.write([event], ['quiet', '203.0.113.7']));
  slow.resolve();
  await Promise.all(written);
});
