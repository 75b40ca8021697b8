import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createFixedClock, type FixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { keepDrafts, notifyAuthors, type DraftNotice } from './keep-drafts.ts';
import type { DraftTables } from './tables.ts';

let database: ModuleDatabase<DraftTables>;
let clock: FixedClock;
let notices: DraftNotice[] = [];
const day = 86_400_000;
const start = Date.parse('2026-11-01T00:00:00Z');

before(async () => {
  database = await openModuleDatabase<DraftTables>();
  await insertProject(database, 'project');
});
after(() => database.close());
beforeEach(async () => {
  clock = createFixedClock(new Date(start));
  notices = [];
  await database.pool.query('DELETE FROM drafts');
  await database.pool.query(
    `INSERT INTO drafts (id, organization_id, project_id, branch, base_commit, saved_at)
     VALUES ('dft_1', 'org_home', 'project', 'main', 'c0', $1)`,
    [new Date(start)],
  );
  await database.pool.query(
    `INSERT INTO draft_authors (draft_id, actor_kind, actor_id, name)
     VALUES ('dft_1', 'user', 'usr_ada', 'ada'), ('dft_1', 'api_key', 'key_1', 'CI')`,
  );
});
const notify = () => notifyAuthors({ database, clock }, 90, async (_tx, notice) => void notices.push(notice));
/** Comments follow a removed draft: see the tests of `publishing/comments`. */
const noThreads = { lockFiles: () => Promise.resolve(), fileMoved: () => Promise.resolve() };
const keep = () => keepDrafts({ database, clock }, 90, noThreads);
const ids = async () => (await database.pool.query('SELECT id FROM drafts')).rows.map(({ id }) => id);

test('authors are notified once, a week before their draft is removed', async () => {
  clock.advance(82 * day);
  await notify();
  assert.deepEqual(notices, []);
  clock.advance(1.5 * day);
  await database.pool.query('UPDATE drafts SET notified_at = NULL');
  await notify();
  await notify();
  assert.deepEqual(notices, [
    { organizationId: 'org_home', projectId: 'project', userId: 'usr_ada', branch: 'main', days: 7 },
  ]);
});

test('a draft is removed only after its authors had a week, even if they were notified late', async () => {
  clock.advance(200 * day);
  assert.equal(await keep(), 0);
  await notify();
  await database.pool.query('UPDATE drafts SET notified_at = $1', [new Date(clock.now())]);
  clock.advance(6 * day);
  assert.equal(await keep(), 0);
  clock.advance(2 * day);
  assert.equal(await keep(), 1);
  assert.deepEqual(await ids(), []);
  const { rows } = await database.pool.query(`SELECT action, target_name FROM audit_events`);
  assert.deepEqual(rows, [{ action: 'draft.expired', target_name: 'main' }]);
});

test('a change keeps the draft', async () => {
  clock.advance(200 * day);
  await notify();
  await database.pool.query('UPDATE drafts SET saved_at = $1, notified_at = NULL', [new Date(clock.now())]);
  clock.advance(30 * day);
  assert.equal(await keep(), 0);
  assert.deepEqual(await ids(), ['dft_1']);
});
