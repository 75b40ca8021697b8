import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { countDay } from './counting-store.ts';
import { readDaily } from './reading-store.ts';
import type { AnalyticsTables } from './tables.ts';

let database: ModuleDatabase<AnalyticsTables>;
const day = '2026-01-02';

before(async () => {
  database = await openModuleDatabase();
  for (const id of ['proj_1', 'proj_2']) await insertProject(database, id);
  await database.pool.query('select create_analytics_day($1)', [day]);
  // People and agents in every kind, including readers who are sometimes counted as people and sometimes as agents.
  await database.pool.query(
    `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
     select 'proj_' || 1 + n % 2, $1::date + n * interval '40 seconds', gen_random_uuid(), kind, '/page-' || n % 7,
       decode(lpad(to_hex(n % 13), 32, '0'), 'hex'), n % 5 = 0,
       case when n % 3 = 0 then 'host-' || n % 4 end, case when kind in ('search', 'search_click') then 'word ' || n % 4 end,
       case when kind in ('outlink', 'search_click', 'agent_read') then '/to-' || n % 3 end, case when kind = 'search' then n % 3 end
     from generate_series(1, 2000) as n,
       (values ('view'), ('search'), ('search_click'), ('not_found'), ('outlink'), ('code_copy'), ('agent_read')) as kinds (kind)
     where n % 7 < 4 or kind = 'view'`,
    [day],
  );
});
after(() => database.close());

test('a day has the same figures before and after it is counted, in each kind and column', async () => {
  const { kysely } = database;
  const asked = { projectId: 'proj_1', from: day, to: '2026-01-03' };
  const kinds = [
    'site',
    'hour',
    'view',
    'referrer',
    'search',
    'search_page',
    'agent_read',
    'not_found',
    'outlink',
    'code_copy',
  ];
  const read = async (kind: string): Promise<unknown[]> => {
    const { rows } =
      await sql`with ${await readDaily(kysely, asked, kind)} select * from daily order by subject`.execute(kysely);
    return rows;
  };
  const open = new Map<string, unknown[]>();
  for (const kind of kinds) open.set(kind, await read(kind));
  await kysely.transaction().execute((tx) => countDay(tx, day));
  for (const kind of kinds) {
    const counted = await read(kind);
    assert.ok(counted.length > 0, kind);
    assert.deepEqual(open.get(kind), counted, kind);
  }
});
