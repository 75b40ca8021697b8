import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { keepThreads } from './keep-threads.ts';
import type { CommentTables } from './tables.ts';

let database: ModuleDatabase<CommentTables>;
before(async () => {
  database = await openModuleDatabase<CommentTables>();
  await insertProject(database, 'project');
});
after(() => database.close());

test('open threads on the deployment branch stay; others are deleted a year after their last change', async () => {
  const clock = createFixedClock(new Date('2026-06-01T00:00:00Z'));
  await database.pool.query(`
    insert into comment_files (organization_id, project_id, branch, path, content, version)
      select 'org_home', 'project', branch, path, 'x', 'v'
      from (values ('main', 'a.mdx'), ('main', 'b.mdx'), ('docs', 'c.mdx')) as f (branch, path);
    insert into comment_threads (id, file_id, project_id, quote, replacement, state, closed_at, updated_at)
      select name, f.id, 'project', 'x', 'y', state, case when state <> 'open' then now() end, updated_at::timestamptz
      from comment_files as f join (values
        ('old-open', 'a.mdx', 'open', '2025-01-01Z'), ('old-resolved', 'a.mdx', 'resolved', '2025-05-31Z'),
        ('old-accepted', 'b.mdx', 'accepted', '2025-05-31Z'), ('new-resolved', 'a.mdx', 'resolved', '2025-06-02Z'),
        ('old-other', 'c.mdx', 'open', '2025-05-31Z')
      ) as t (name, file, state, updated_at) on t.file = f.path`);
  assert.equal(await keepThreads({ database, clock }), 3);
  const { rows } = await database.pool.query('select id from comment_threads order by id');
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['new-resolved', 'old-open'],
  );
  const files = await database.pool.query('select path from comment_files');
  assert.deepEqual(files.rows, [{ path: 'a.mdx' }], 'texts of files without threads are deleted');
});
