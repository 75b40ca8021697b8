import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { Findings } from '../findings.ts';
import type { AuditTables } from '../store.ts';
import { checkComments } from './check-comments.ts';

let database: ModuleDatabase<AuditTables>;
before(async () => {
  database = await openModuleDatabase<AuditTables>();
  await insertProject(database, 'project');
  await insertProject(database, 'other');
  await database.pool.query(`
    INSERT INTO comment_files (organization_id, project_id, branch, path, content, version)
      VALUES ('org_home', 'project', 'main', 'a.mdx', 'text', 'v');
    INSERT INTO comment_threads (id, file_id, project_id, quote, range_from, range_to, range_line)
      SELECT 'cmt_1', id, 'project', 'text', 0, 4, 1 FROM comment_files;
    INSERT INTO comments (id, thread_id, author_kind, author_id, author_name, text)
      VALUES ('cm_1', 'cmt_1', 'user', 'usr_1', 'ada', 'Why?')`);
});
after(() => database.close());

const find = async (change?: string): Promise<string> => {
  const findings = new Findings();
  // Rolled back: each test starts from the same rows.
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      if (change !== undefined) await tx.executeQuery(CompiledQuery.raw(change));
      await checkComments({ database: { ...database, kysely: tx } }, findings);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  return findings
    .report()
    .violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`)
    .join('\n');
};

test('N29: a thread with a comment and a range in its file is valid', async () => {
  assert.equal(await find(), '');
  assert.equal(await find('UPDATE comment_threads SET range_from = NULL, range_to = NULL, range_line = NULL'), '');
});

test('N29: a thread without a comment, in another project, or with a range outside its file is found', async () => {
  assert.equal(await find('DELETE FROM comments'), 'N29 cmt_1 has no comment');
  assert.equal(
    await find(`UPDATE comment_threads SET project_id = 'other'`),
    'N29 cmt_1 belongs to a different project than its file',
  );
  assert.equal(
    await find(`UPDATE comment_files SET organization_id = 'org_other'`),
    'N29 cmt_1 belongs to a different organization than its project',
  );
  assert.equal(await find('UPDATE comment_threads SET range_to = 5'), 'N29 cmt_1 has a range outside its file');
});
