import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newUuid7, type ReaderEvent } from '@docwright/site-server';
import { BatchRefused, type TakenEvents } from '../outgoing/send-events.ts';
import { parseHostSettings } from '../index.ts';
import type { EventBatch } from './event-batch.ts';
import { makeFolder } from '../testing/start-test-host.ts';
import { EventFiles } from './event-files.ts';
import { EventForwarder, type ForwarderOptions } from './forward-events.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

const startMs = Date.parse('2026-05-05T12:00:00Z');
const dayMs = 86_400_000;
let serial = 0;
const event = (atMs = startMs): ReaderEvent & { siteId: string } => ({
  siteId: 's',
  id: newUuid7(atMs, Buffer.from((serial += 1).toString(16).padStart(20, '0'), 'hex')),
  at: new Date(atMs).toISOString(),
  kind: 'view',
  path: '/a',
  visitor: '0a'.repeat(16),
  isAi: false,
  referrer: null,
  query: null,
  target: null,
  results: null,
});

/** A service that counts each event ID once, and fails when a test requires it. */
class FakeService {
  readonly ids = new Set<string>();
  readonly batches: number[] = [];
  last: EventBatch['events'] = [];
  fails: (events: EventBatch['events']) => Error | undefined = () => undefined;

  readonly send = async (events: EventBatch['events']): Promise<TakenEvents> => {
    const error = this.fails(events);
    if (error !== undefined) throw error;
    this.batches.push(events.length);
    this.last = events;
    const before = this.ids.size;
    for (const { id } of events) this.ids.add(id);
    const stored = this.ids.size - before;
    return { stored, known: events.length - stored, reasons: [] };
  };
}

async function open(service: FakeService, more: Partial<ForwarderOptions> = {}) {
  const folder = await makeFolder();
  const counts = new Map<string, number>();
  const warnings: string[] = [];
  let ids = 0;
  const waits = new Set<'for events to be sent'>();
  const newId = (): string => String((ids += 1));
  const options: ForwarderOptions = {
    folder: folder.path,
    site: 's',
    target: 'https://docs.example p',
    words: { sendsFeedback: true, sendsConversations: false },
    everyMs: 5,
    send: service.send,
    log: { info: () => undefined, error: () => undefined, warn: (_, message) => void warnings.push(message) },
    metrics: {
      countForwarded: (_, outcome, count) => void counts.set(outcome, (counts.get(outcome) ?? 0) + count),
      setForwardWaiting: (_, bytes) => void (bytes === 0 && waits.clear()),
    },
    nowMs: () => startMs,
    newId,
    random: () => 0,
    ...more,
  };
  let forwarder = new EventForwarder(options);
  const onRemove = (day: string): Promise<void> => forwarder.countDropped(day);
  const fileOptions = {
    folder: folder.path,
    days: 90,
    maxBytes: 10 * 1024 * 1024,
    nowMs: options.nowMs,
    newId,
    onRemove,
  };
  const files = new EventFiles(fileOptions);
  return {
    folder: folder.path,
    files,
    fileOptions,
    counts,
    warnings,
    /** Sends until no events are pending, as the same process or, with `restarted`, as a new process. */
    drain: async ({
      restarted = false,
      changed,
    }: { restarted?: boolean; changed?: Partial<ForwarderOptions> } = {}) => {
      if (restarted) forwarder = new EventForwarder({ ...options, ...changed });
      waits.add('for events to be sent');
      forwarder.start();
      const deadline = performance.now() + hangLimitMs;
      while (waits.size > 0) {
        assert.ok(performance.now() < deadline, 'something still waits');
        await new Promise((resolve) => void setTimeout(resolve, 5));
      }
      await forwarder.stop();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('stored events are sent once, in limited batches, without votes, disabled feedback or torn lines', async () => {
  const service = new FakeService();
  await using host = await open(service, { words: { sendsFeedback: false, sendsConversations: false } });
  const events = Array.from({ length: 2_500 }, (_, n) => event(startMs - (n % 3) * dayMs));
  await host.files.insert(events);
  const torn = join(host.folder, '2026-05-05.jsonl');
  await appendFile(torn, `\n{"kind":"view","id":"`);
  const words = { kind: 'feedback', id: 'f', at: events[0]?.at, path: '/a', comment: 'mine', visitor: null };
  await appendFile(torn, `\n${JSON.stringify(words)}\n${JSON.stringify({ ...words, kind: 'vote', answerId: 'a' })}\n`);
  await host.drain();
  assert.equal(service.ids.size, 2_500);
  assert.ok(service.batches.every((size) => size <= 1_000));
  assert.deepEqual([host.counts.get('stored'), host.counts.get('known')], [2_500, 0]);
  // The next process continues where this one stopped.
  await host.files.insert([event()]);
  await host.drain({ restarted: true });
  assert.deepEqual([service.ids.size, service.batches.at(-1)], [2_501, 1]);
  assert.deepEqual(
    (await readdir(host.folder)).filter((name) => name.startsWith('forwarded')),
    ['forwarded.json'],
  );
});

test('questions and votes are sent if configured, except votes whose thread wasn’t stored', async () => {
  const service = new FakeService();
  await using host = await open(service, { words: { sendsFeedback: false, sendsConversations: true } });
  await host.files.insert([event()]);
  const place = { at: new Date(startMs).toISOString(), path: 'a', answerId: 'a1' };
  const asked = {
    kind: 'question',
    id: 'q1',
    ...place,
    thread: 'ab',
    question: 'Why?',
    answer: '',
    outcome: 'unanswered',
  };
  const votes = [
    { kind: 'vote', id: 'v1', ...place, rating: 'up' },
    { kind: 'vote', id: 'v2', ...place, thread: 'ab', rating: 'down' },
  ];
  const feedback = { kind: 'feedback', id: 'f', ...place, comment: 'mine', visitor: null };
  const lines = [asked, ...votes, feedback].map((line) => `${JSON.stringify(line)}\n`);
  await appendFile(join(host.folder, '2026-05-05.jsonl'), lines.join(''));
  await host.drain();
  assert.deepEqual(
    service.last.slice(1).map(({ id }) => id),
    ['q1', 'v2'],
  );
  assert.partialDeepStrictEqual(service.last[1], { kind: 'question', question: 'Why?', thread: 'ab' });
  await host.drain({ restarted: true });
  assert.deepEqual(service.batches, [3]);
});

test('feedback is sent unchanged, if configured', async () => {
  const service = new FakeService();
  await using host = await open(service);
  await mkdir(host.folder, { recursive: true });
  const place = { id: newUuid7(startMs, randomBytes(10)), at: new Date(startMs).toISOString(), path: '/a' };
  const words = { kind: 'feedback', ...place, source: 'contextual', helpful: false, comment: 'mine', contact: null };
  const whole = { ...words, block: null, lang: null, code: null, filename: null, visitor: '0a'.repeat(16) };
  await writeFile(join(host.folder, '2026-05-05.jsonl'), `\n${JSON.stringify(whole)}\n`);
  await host.drain();
  assert.deepEqual(service.last, [whole]);
});

test('an incomplete line is sent only when it is complete', async () => {
  const service = new FakeService();
  await using host = await open(service);
  await mkdir(host.folder, { recursive: true });
  const path = join(host.folder, '2026-05-05.jsonl');
  const [whole, begun] = [event(), event()].map((one) => JSON.stringify(one));
  await writeFile(path, `\n${whole}\n\n${String(begun).slice(0, 80)}`);
  const forwarder = host.drain();
  while (service.ids.size < 1) await new Promise((resolve) => void setTimeout(resolve, 5));
  await appendFile(path, `${String(begun).slice(80)}\n`);
  await forwarder;
  assert.equal(service.ids.size, 2);
});

test('a batch is sent again if the process ends before it stores the cursor, and no event counts twice', async () => {
  const service = new FakeService();
  const deaths: string[] = [];
  const atPoint = (point: 'sent' | 'noted'): void => {
    if (point !== 'sent' || deaths.length >= 2) return;
    deaths.push(point);
    throw new Error('killed');
  };
  await using host = await open(service, { atPoint });
  await host.files.insert(Array.from({ length: 50 }, () => event()));
  await host.drain();
  assert.equal(service.ids.size, 50);
  assert.deepEqual(service.batches, [50, 50, 50]);
  assert.deepEqual([host.counts.get('stored'), host.counts.get('known')], [0, 50]);
});

test('while the service is unavailable, retries become less frequent, and the event is sent later', async () => {
  const service = new FakeService();
  let asked = 0;
  service.fails = () => {
    asked += 1;
    return asked <= 2 ? new BatchRefused('no database', { status: 503, waitMs: 0 }) : undefined;
  };
  await using host = await open(service);
  await host.files.insert([event()]);
  const startedAt = performance.now();
  await host.drain();
  // Half of one second, and half of two seconds.
  assert.ok(performance.now() - startedAt >= 1_490);
  assert.deepEqual([asked, service.ids.size], [3, 1]);
  assert.equal(host.warnings.length, 1);
});

test('an event that the service always rejects doesn’t block the others', async () => {
  const service = new FakeService();
  await using host = await open(service);
  const events = Array.from({ length: 8 }, () => event());
  const bad = events[5]?.id;
  service.fails = (some) =>
    some.some(({ id }) => id === bad) ? new BatchRefused('too large', { status: 413, waitMs: 0 }) : undefined;
  await host.files.insert(events);
  await host.drain();
  assert.deepEqual([service.ids.size, host.counts.get('unsendable')], [7, 1]);
});

test('a new project receives everything that is stored, and a damaged cursor starts over', async () => {
  const service = new FakeService();
  await using host = await open(service);
  await host.files.insert([event(), event()]);
  await host.drain();
  service.ids.clear();
  await host.drain({ restarted: true, changed: { target: 'https://docs.example other' } });
  assert.equal(service.ids.size, 2);
  for (const text of ['', '{"tar', 'null', '{"target":"https://docs.example other","days":{"2026-05-05":-1}}', '[]']) {
    service.ids.clear();
    await writeFile(join(host.folder, 'forwarded.json'), text);
    await host.drain({ restarted: true, changed: { target: 'https://docs.example other' } });
    assert.equal(service.ids.size, 2, text);
  }
  // A file that is smaller than its sent part.
  await rm(join(host.folder, '2026-05-05.jsonl'));
  await host.files.insert([event()]);
  await host.drain({ restarted: true });
  assert.equal(service.ids.size, 3);
});

test('events removed from the disk before they were sent are counted and logged', async () => {
  const service = new FakeService();
  await using host = await open(service);
  await host.files.insert([event(startMs - 80 * dayMs)]);
  await host.drain();
  await host.files.insert([event(startMs - 80 * dayMs), event(startMs - 80 * dayMs)]);
  const later = new EventFiles({ ...host.fileOptions, nowMs: () => startMs + 20 * dayMs });
  await later.keep();
  assert.equal(host.counts.get('dropped'), 2);
  assert.match(host.warnings.join(), /deleted before they could be sent/);
  assert.deepEqual(await readFile(join(host.folder, '2026-02-14.jsonl'), 'utf8').catch(() => 'gone'), 'gone');
});

test('forwarding requires a service, a key and a project for each site, and is refused for air-gapped deployments', () => {
  const forward = { forwardUrl: 'https://docs.example/', forwardKey: 'k', forwardProject: 'proj_1' };
  const [site] = parseHostSettings({ analytics: forward }).sites;
  assert.deepEqual(site?.forward, {
    url: 'https://docs.example',
    key: 'k',
    project: 'proj_1',
    sendsFeedback: true,
    sendsConversations: false,
    everyMs: 30_000,
  });
  assert.equal(parseHostSettings({}).sites[0]?.forward, undefined);
  const several = parseHostSettings({
    analytics: { forwardUrl: 'https://docs.example', forwardKey: 'k' },
    sites: { a: { analytics: { forwardProject: 'a' } }, b: { analytics: { forwardUrl: '' } } },
  });
  assert.deepEqual(
    several.sites.map(({ forward: of }) => of?.project),
    ['a', undefined],
  );
  for (const [input, named] of [
    [{ analytics: { ...forward, forwardKey: '' } }, /forwardKey/],
    [{ analytics: { ...forward, forwardProject: '../x' } }, /forwardProject/],
    [{ analytics: { ...forward, forwardUrl: 'ftp://docs.example' } }, /forwardUrl/],
    [{ analytics: { ...forward, forwardUrl: 'https://user@docs.example' } }, /forwardUrl/],
    [{ analytics: { ...forward, forwardSeconds: 0 } }, /forwardSeconds/],
    [{ analytics: forward, deploymentKind: 'air-gapped' }, /air-gapped/],
    [{ analytics: forward, sites: { a: { analytics: { forwardProject: '' } } } }, /forwardProject/],
  ] as const)
    assert.throws(() => parseHostSettings(input), named);
});
