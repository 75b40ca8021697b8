import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';
import { keepAnalyticsFiles } from './keep-files.ts';
import { newUuid7 } from '@docwright/site-server';
import { ensureDay, insertEvents } from './store.ts';

const settings = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 400, analyticsFileDays: 10 };
let database: ModuleDatabase<FeedbackTables>;
let folder: string;
let blobs: FileSystemStore;
before(async () => {
  database = await openModuleDatabase<FeedbackTables>();
  folder = await mkdtemp(join(tmpdir(), 'analytics-files-'));
  blobs = await FileSystemStore.open({
    folder,
    linkBaseUrl: 'https://docs.example/downloads',
    linkSecrets: ['a secret of tests that signs links'],
  });
  await insertProject(database, 'p');
  for (const day of ['2026-05-01', '2026-05-04']) await store(day, day);
});
const store = async (day: string, today: string): Promise<void> => {
  await ensureDay(database.kysely, day, randomBytes(32));
  const at = Date.parse(`${day}T12:00:00Z`);
  const event = { siteId: 'p', kind: 'view', path: '/a', visitor: '00'.repeat(16), isAi: false } as const;
  const none = { referrer: null, query: null, target: null, results: null };
  const id = newUuid7(at, randomBytes(10));
  await insertEvents(database.kysely, [{ ...event, ...none, at: new Date(at).toISOString(), id }], today);
};
after(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const old = `analytics/projects/${HOME}/p/2026-05-01.jsonl`;
const recent = `analytics/projects/${HOME}/p/2026-05-04.jsonl`;
const keys = async () => (await Array.fromAsync(blobs.list('analytics/projects/'))).map(({ key }) => key);
const keep = async (now: string, days = 10) => {
  const clock = createFixedClock(new Date(now));
  await keepAnalytics({ database, clock }, settings);
  await keepAnalyticsFiles({ database, blobs, clock }, days);
};

test('each counted day is written once, as a file of its project', async () => {
  await keep('2026-05-05T00:30:00Z', 0);
  assert.deepEqual(await keys(), []);
  await keep('2026-05-05T00:30:00Z');
  assert.deepEqual(await keys(), [old]);
  await keep('2026-05-06T02:00:00Z');
  assert.deepEqual(await keys(), [old, recent]);
  const { body } = await blobs.open(recent);
  assert.deepEqual(JSON.parse(await text(body)), {
    kind: 'views',
    date: '2026-05-04',
    path: '/a',
    humanViews: 1,
    aiViews: 0,
    humanVisitors: 1,
    aiVisitors: 0,
  });
  await blobs.delete(recent);
  await keep('2026-05-06T03:00:00Z');
  assert.deepEqual(await keys(), [old]);
});

test('files are deleted after their retention period, and unexpired files are created again after files are turned off and on', async () => {
  await keep('2026-05-12T02:00:00Z');
  assert.deepEqual(await keys(), []);
  await keep('2026-05-12T02:00:00Z', 0);
  await keep('2026-05-12T02:00:00Z');
  assert.deepEqual(await keys(), [recent]);
});

test('a project’s file is written again after its day was recounted', async () => {
  await keep('2026-05-06T04:00:00Z');
  const views = async (): Promise<number> => JSON.parse(await text((await blobs.open(old)).body)).humanViews;
  assert.equal(await views(), 1);
  await store('2026-05-01', '2026-05-06');
  await keep('2026-05-06T05:00:00Z');
  assert.equal(await views(), 2);
  const noted = async () => (await database.pool.query('SELECT day::text FROM analytics_stale_files')).rows;
  assert.deepEqual(await noted(), []);
  // If files are turned off, notes are deleted soon.
  await store('2026-05-01', '2026-05-06');
  await keepAnalytics({ database, clock: createFixedClock(new Date('2026-05-06T06:00:00Z')) }, settings);
  assert.deepEqual(await noted(), [{ day: '2026-05-01' }]);
  await keep('2026-05-06T06:00:00Z', 0);
  assert.deepEqual(await noted(), []);
});
