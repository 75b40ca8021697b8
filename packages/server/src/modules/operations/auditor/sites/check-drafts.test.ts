import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { Findings } from '../findings.ts';
import type { AuditTables } from '../store.ts';
import { checkDrafts } from './check-drafts.ts';

let database: ModuleDatabase<AuditTables>;
before(async () => {
  database = await openModuleDatabase<AuditTables>();
  await insertProject(database, 'project');
  await database.pool.query(`
    INSERT INTO drafts (id, organization_id, project_id, branch, base_commit)
      VALUES ('dft_1', 'org_home', 'project', 'main', 'c0');
    INSERT INTO draft_authors (draft_id, actor_kind, actor_id, name) VALUES ('dft_1', 'user', 'usr_1', 'ada');
    INSERT INTO draft_files (draft_id, path, kind, content, base_content, moved_from, updated_by) VALUES
      ('dft_1', 'a.mdx', 'write', 'new', 'old', NULL, 'ada'),
      ('dft_1', 'b.mdx', 'delete', NULL, 'old', NULL, 'ada'),
      ('dft_1', 'c.mdx', 'write', 'old', 'old', 'b.mdx', 'ada');
    INSERT INTO draft_revisions (draft_id, path, slot, saved_by, saved_at, version, content, size)
      SELECT 'dft_1', 'a.mdx', date_trunc('hour', t), 'ada', t, left(encode(sha256('older'), 'hex'), 32), 'older', 5
      FROM (SELECT timestamptz '2026-01-01 10:20Z' AS t)`);
});
after(() => database.close());

const find = async (change?: string): Promise<string> => {
  const findings = new Findings();
  // Rolled back: each test starts from the same rows.
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      if (change !== undefined) await tx.executeQuery(CompiledQuery.raw(change));
      await checkDrafts({ database: { ...database, kysely: tx } }, findings);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  return findings
    .report()
    .violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`)
    .join('\n');
};

test('N28: a draft with changed, deleted and moved files is valid', async () => {
  assert.equal(await find(), '');
});

test('N28: a draft without an author, without a change, or in another organization is found', async () => {
  assert.equal(await find('DELETE FROM draft_authors'), 'N28 dft_1 has no author');
  assert.equal(await find('DELETE FROM draft_files'), '', 'it is kept for its revisions');
  assert.equal(
    await find('DELETE FROM draft_files; DELETE FROM draft_revisions'),
    'N28 dft_1 has neither a change nor a revision',
  );
  assert.equal(
    await find(`UPDATE drafts SET organization_id = 'org_other'`),
    'N28 dft_1 belongs to a different organization than its project',
  );
});

test('N28: a file that equals its branch, lost its content or was moved from a file that remains is found', async () => {
  const file = `UPDATE draft_files SET`;
  assert.equal(
    await find(`${file} content = 'old' WHERE path = 'a.mdx'`),
    'N28 dft_1 a.mdx does not differ from its branch',
  );
  assert.equal(
    await find(`${file} content = NULL WHERE path = 'a.mdx'`),
    'N28 dft_1 a.mdx is deleted but has content, or is written without content',
  );
  assert.equal(
    await find(`DELETE FROM draft_files WHERE path = 'b.mdx'`),
    'N28 dft_1 c.mdx was moved from a file that the draft does not delete',
  );
});

test('N28: a revision with different content, or a different size or hour, is found', async () => {
  const revision = `UPDATE draft_revisions SET`;
  assert.equal(
    await find(`${revision} content = 'other'`),
    'N28 dft_1 a.mdx has a revision whose content does not match its version',
  );
  assert.equal(
    await find(`${revision} size = 6`),
    'N28 dft_1 a.mdx has a revision whose size does not match its content',
  );
  assert.equal(
    await find(`${revision} slot = slot - interval '1 hour'`),
    'N28 dft_1 a.mdx has a revision that is stored under a different hour',
  );
});
