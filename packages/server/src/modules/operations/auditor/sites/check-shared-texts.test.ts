import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { Findings } from '../findings.ts';
import type { AuditTables } from '../store.ts';
import { checkSharedTexts } from './check-shared-texts.ts';

let database: ModuleDatabase<AuditTables>;
before(async () => {
  database = await openModuleDatabase<AuditTables>();
  await insertProject(database, 'project');
  await database.pool.query(`
    INSERT INTO shared_texts (id, organization_id, project_id, branch, path, line_ending, has_byte_order_mark, state,
        saved_content, state_seq, saved_seq, last_seq)
      VALUES ('stx_1', 'org_home', 'project', 'main', 'a.mdx', 'lf', false, 'state', 'text', 2, 2, 3);
    INSERT INTO shared_text_updates (shared_text_id, seq, content) VALUES ('stx_1', 3, 'update')`);
});
after(() => database.close());

const find = async (change?: string): Promise<string> => {
  const findings = new Findings();
  // Rolled back: each test starts from the same rows.
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      if (change !== undefined) await tx.executeQuery(CompiledQuery.raw(change));
      await checkSharedTexts({ database: { ...database, kysely: tx } }, findings);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  return findings
    .report()
    .violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`)
    .join('\n');
};

test('N30: a text with the updates that its document lacks is valid', async () => {
  assert.equal(await find(), '');
});

test('N30: a text that lacks an update, belongs to another organization, or has numbers out of order is found', async () => {
  assert.equal(await find('DELETE FROM shared_text_updates'), 'N30 stx_1 lacks 1 of its updates');
  assert.equal(
    await find(`UPDATE shared_texts SET organization_id = 'org_other'`),
    'N30 stx_1 belongs to a different organization than its project',
  );
  assert.equal(await find('UPDATE shared_texts SET saved_seq = 4'), 'N30 stx_1 has numbers that are not in order');
});
