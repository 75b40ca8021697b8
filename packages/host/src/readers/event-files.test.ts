import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newUuid7, type NamedKind, type SiteEvent } from '@docwright/site-server';
import { makeFolder } from '../testing/start-test-host.ts';
import { EventFiles, listDays, readDay } from './event-files.ts';

const MiB = 1024 * 1024;
const now = Date.parse('2026-05-05T12:00:00Z');
const dayMs = 86_400_000;

let random = 0;
function eventAt(ms: number, more: Partial<SiteEvent> = {}): SiteEvent {
  const id = newUuid7(ms, Buffer.from(String((random += 1)).padStart(10, '0')));
  const plain = { isAi: false, referrer: null, query: null, target: null, results: null } as const;
  const visitor = '0'.repeat(32);
  return { siteId: 's', id, at: new Date(ms).toISOString(), kind: 'view', path: '/a', visitor, ...plain, ...more };
}

async function open(more: { readonly maxBytes?: number; readonly nowMs?: () => number } = {}) {
  const folder = await makeFolder();
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`;
  const make = () =>
    new EventFiles({ folder: folder.path, days: 3, maxBytes: 10 * MiB, nowMs: () => now, newId, ...more });
  return { folder, make, files: make(), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const idsOf = async (folder: string, day = '2026-05-05') =>
  (await Array.fromAsync(readDay(folder, day))).map(({ id }) => id);

test('an event is stored in the file of its day, and counts once even if it arrives several times', async () => {
  await using opened = await open();
  const [today, yesterday] = [eventAt(now), eventAt(now - dayMs)];
  await opened.files.insert([today, yesterday]);
  await opened.make().insert([today]);
  assert.deepEqual(await idsOf(opened.folder.path), [today.id]);
  assert.deepEqual(await idsOf(opened.folder.path, '2026-05-04'), [yesterday.id]);
  assert.deepEqual(await idsOf(opened.folder.path, '2026-01-01'), []);
});

test('a torn or invalid line doesn’t affect other lines', async () => {
  await using opened = await open();
  const [one, two] = [eventAt(now), eventAt(now)];
  await opened.files.insert([one]);
  const path = join(opened.folder.path, '2026-05-05.jsonl');
  const whole = await readFile(path, 'utf8');
  for (const torn of [whole.slice(1, 60), '\0\0\0', '{"kind":"view"}', '[]', 'null', '{"id":1,"at":2,"path":3}'])
    await appendFile(path, `\n${torn}`);
  await opened.files.insert([two]);
  assert.deepEqual(await idsOf(opened.folder.path), [one.id, two.id]);
});

test('the oldest day is removed if the space is used up, and one day can use at most a tenth of the space', async () => {
  await using opened = await open({ maxBytes: MiB });
  const file = (day: string) => join(opened.folder.path, `${day}.jsonl`);
  for (const day of ['2026-05-01', '2026-05-02', '2026-05-03']) await writeFile(file(day), 'x'.repeat(400_000));
  await opened.files.insert([eventAt(now)]);
  assert.deepEqual(await listDays(opened.folder.path), ['2026-05-02', '2026-05-03', '2026-05-05']);
  const flood = Array.from({ length: 600 }, () => eventAt(now));
  await assert.rejects(opened.files.insert(flood), { code: 'storage-full' });
  await opened.files.insert([eventAt(now - dayMs)]);
  assert.equal((await idsOf(opened.folder.path)).length, 1);
});

test('processes share one salt per day, which is deleted once no more events of the day are accepted', async () => {
  let nowMs = now;
  await using opened = await open({ nowMs: () => nowMs });
  const [one, two] = await Promise.all([opened.files.salt('2026-05-05'), opened.make().salt('2026-05-05')]);
  assert.deepEqual(one, two);
  assert.equal(one.length, 32);
  await writeFile(join(opened.folder.path, '2026-05-05.salt.of-a-process-that-was-killed'), 'x');
  nowMs += dayMs;
  await opened.files.keep();
  assert.deepEqual(await opened.make().salt('2026-05-05'), one);
  nowMs += dayMs;
  await opened.files.keep();
  assert.deepEqual(await readdir(opened.folder.path), []);
});

test('expired days are removed, and other files in the folder are kept', async () => {
  await using opened = await open();
  for (const name of ['2026-05-01.jsonl', '2026-05-02.jsonl', 'notes.txt'])
    await writeFile(join(opened.folder.path, name), '');
  await opened.files.keep();
  assert.deepEqual((await readdir(opened.folder.path)).toSorted(), ['2026-05-02.jsonl', 'notes.txt']);
});

test('names in stored events are known after a restart', async () => {
  await using opened = await open();
  const outlink = eventAt(now, { kind: 'outlink', target: 'https://other.example/' });
  await opened.files.insert([outlink, eventAt(now, { kind: 'not_found', path: '/gone' }), eventAt(now)]);
  await opened.files.insert([
    eventAt(now, { referrer: 'search.example' }),
    eventAt(now, { kind: 'search', query: 'keys' }),
    eventAt(now, { kind: 'search_click', query: 'tokens', target: '/a' }),
  ]);
  const names = (kind: NamedKind) => opened.make().names({ siteId: 's', day: '2026-05-05', kind }, 10);
  assert.deepEqual(await names('outlink'), ['https://other.example/']);
  assert.deepEqual(await names('not_found'), ['/gone']);
  assert.deepEqual(await names('referrer'), ['search.example']);
  assert.deepEqual(await names('search'), ['keys', 'tokens']);
});
