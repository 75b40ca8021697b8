import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toDay } from '@docwright/site-server';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { askForRecounts, countDay, recountDay } from './counting-store.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { rollUp } from './keep-analytics.ts';
import { selectPageReaders, selectPageSearchers } from './page-readers-store.ts';
import { deleteRollups, rollupsEndingOn, selectDaysWithoutRollups, selectRollups } from './rollups-store.ts';
import { countSearches, searchesWithoutResult, selectBySubject, selectHits } from './store.ts';
import { sql } from 'kysely';

/** Sixty-four days that form a roll-up, and a few before and after them. */
const firstDay = '2025-11-24';
const lastDay = '2026-01-26';
const days = Array.from({ length: 72 }, (_, n) => toDay(Date.parse('2025-11-20'), n));
const whole = [firstDay, '2026-01-27'] as const;
const ranges = [
  ['2025-11-20', '2026-01-31'],
  whole,
  ['2025-12-01', '2025-12-20'],
  ['2020-01-01', '2025-12-02'],
] as const;
const kinds = ['search', 'not_found', 'outlink', 'code_copy', 'agent_read'] as const;

let database: ModuleDatabase<FeedbackTables>;

async function addEvents(day: string, count: number): Promise<void> {
  await database.pool.query('select create_analytics_day($1)', [day]);
  await database.pool.query(
    `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
     select 'proj_' || 1 + (n % 20 = 0)::int, $1::date + n * interval '7 minutes', gen_random_uuid(), kind, '/page-' || n % 5,
       decode(lpad(to_hex((n * n) % 13), 32, '0'), 'hex'), n % 5 = 0, case when n % 3 = 0 then 'host-' || n % 4 end,
       case when kind in ('search', 'search_click') then 'word ' || n % 4 end,
       case when kind in ('outlink', 'search_click', 'agent_read') then '/to-' || (n + extract(day from $1::date)::int) % 3 end,
       case when kind = 'search' then (n + extract(day from $1::date)::int) % 3 end
     from generate_series(1, $2::int) as n,
       (values ('view'), ('search'), ('search_click'), ('not_found'), ('outlink'), ('code_copy'), ('agent_read')) as kinds (kind)`,
    [day, count],
  );
}

/** Reads all lists of a project, for each of the ranges. */
async function readLists(projectId = 'proj_1'): Promise<Record<string, unknown>> {
  const db = database.kysely;
  const lists: Record<string, unknown> = {};
  for (const [from, to] of ranges) {
    const asked = { projectId, from, to };
    const slice = { ...asked, limit: 50, offset: 0 };
    for (const kind of kinds) lists[`${kind} ${from}`] = await selectHits(db, slice, { kind });
    for (const measure of ['views', 'visitors'] as const)
      lists[`${measure} ${from}`] = await selectBySubject(db, slice, { kind: 'view', measure });
    lists[`others ${from}`] = [
      await selectHits(db, slice, { kind: 'search', isWithoutResult: true }),
      await selectBySubject(db, slice, { kind: 'referrer', measure: 'visitors' }),
      await countSearches(db, asked),
      await searchesWithoutResult(db, asked),
      (await selectPageReaders(db, asked)).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [...(await selectPageSearchers(db, asked))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ];
  }
  return lists;
}

before(async () => {
  database = await openModuleDatabase();
  for (const id of ['proj_1', 'proj_2']) await insertProject(database, id);
  for (const day of days) {
    await addEvents(day, 60);
    await database.kysely.transaction().execute((tx) => countDay(tx, day));
  }
});
after(() => database.close());

test('roll-ups end on every eighth and every sixty-fourth day', () => {
  assert.deepEqual(rollupsEndingOn(lastDay), [
    { firstDay: '2026-01-19', days: 8 },
    { firstDay, days: 64 },
  ]);
  assert.deepEqual(rollupsEndingOn('2025-12-01'), [{ firstDay, days: 8 }]);
  assert.deepEqual(rollupsEndingOn('2025-12-02'), []);
});

test('lists are the same after days are rolled up, and searches are then counted without reading the days', async () => {
  const { kysely, pool } = database;
  const byDay = await readLists();
  const [from, to] = whole;
  const searches = await countSearches(kysely, { projectId: 'proj_1', from, to });
  const small = await readLists('proj_2');
  const due = await selectDaysWithoutRollups(kysely);
  assert.deepEqual([due.length, due[0], due.at(-1)], [8, '2025-12-01', lastDay]);
  // The large project has 62 rows a day and the small one 19.
  for (const _ of [1, 2]) for (const day of due) await rollUp(kysely, day, 50);
  assert.deepEqual(await selectDaysWithoutRollups(kysely), []);
  const { rows } = await pool.query(
    'select project_id, days, count(*)::int as count from analytics_rollups group by 1, 2 order by 2',
  );
  assert.deepEqual(rows, [
    { project_id: 'proj_1', days: 8, count: 8 },
    { project_id: 'proj_1', days: 64, count: 1 },
  ]);
  assert.deepEqual(await readLists(), byDay);
  assert.deepEqual(await readLists('proj_2'), small);
  // The content of rows that are no longer read doesn't matter.
  const restore = new Error('as it was');
  const changed = kysely.transaction().execute(async (tx) => {
    await sql`update analytics_daily set human = 0 where day between ${firstDay} and ${lastDay}`.execute(tx);
    await sql`update analytics_rollup_counts set human = 0 where days = 8`.execute(tx);
    assert.equal(await countSearches(tx, { projectId: 'proj_1', from, to }), searches);
    throw restore;
  });
  await assert.rejects(changed, restore);
});

test('a late event is in every list as soon as it is noted, and in the roll-ups after its day was recounted', async () => {
  const { kysely, pool } = database;
  const [from, to] = ranges[0];
  const asked = { projectId: 'proj_1', from, to };
  const day = '2025-12-05';
  const searches = await countSearches(kysely, asked);
  await pool.query(
    `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, query, results)
     values ('proj_1', $1::date + interval '1 hour', gen_random_uuid(), 'search', '/', decode(repeat('00', 16), 'hex'), false, 'late', 0)`,
    [day],
  );
  assert.equal(await countSearches(kysely, asked), searches, 'nobody has noted it yet');
  await askForRecounts(sql`select 'proj_1' as project_id, ${day}::date as day`).execute(kysely);
  assert.equal(await countSearches(kysely, asked), searches + 1);
  const lists = await readLists();
  await kysely.transaction().execute((tx) => recountDay(tx, { projectId: 'proj_1', day }));
  assert.deepEqual(await readLists(), lists);
  assert.deepEqual(
    (await selectRollups(kysely, asked, [])).map(({ days: span }) => span),
    [64],
  );
  assert.deepEqual((await searchesWithoutResult(kysely, asked)).find(({ query }) => query === 'late')?.visitors, 1);
});

test('a day that is reported for the first time after its roll-up was created is added to the roll-up', async () => {
  const { kysely, pool } = database;
  const day = '2026-01-07';
  await pool.query('delete from analytics_counted_days where day = $1', [day]);
  await pool.query('delete from analytics_daily where day = $1', [day]);
  await askForRecounts(sql`select 'proj_1' as project_id, date '2026-01-08' as day`).execute(kysely);
  await kysely.transaction().execute((tx) => recountDay(tx, { projectId: 'proj_1', day: '2026-01-08' }));
  const [from, to] = ranges[0];
  const asked = { projectId: 'proj_1', from, to };
  const open = await countSearches(kysely, asked);
  await kysely.transaction().execute((tx) => countDay(tx, day));
  assert.equal(await countSearches(kysely, asked), open);
  assert.equal((await selectRollups(kysely, asked, [])).length, 1);
});

test('roll-ups of expired days are deleted, and not created again', async () => {
  const { kysely, pool } = database;
  await deleteRollups(kysely, '2025-12-25');
  await pool.query(`delete from analytics_counted_days where day < '2025-12-25'`);
  await pool.query('update analytics_counted_days set has_rollups = false');
  for (const day of await selectDaysWithoutRollups(kysely)) await rollUp(kysely, day, 50);
  const { rows } = await pool.query('select first_day::text as first, days from analytics_rollups order by 1, 2');
  assert.deepEqual(
    rows.map(({ first }) => first),
    ['2025-12-26', '2026-01-03', '2026-01-11', '2026-01-19'],
  );
  const { rows: counts } = await pool.query('select min(first_day)::text as first from analytics_rollup_counts');
  assert.deepEqual(counts, [{ first: '2025-12-26' }]);
});
