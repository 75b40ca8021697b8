import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { Findings } from '../findings.ts';
import type { AuditTables } from '../store.ts';
import { checkImages } from './check-images.ts';

let database: ModuleDatabase<AuditTables>;
before(async () => {
  database = await openModuleDatabase<AuditTables>();
  await insertProject(database, 'project');
  await insertAgentJob(database, 'aj_1');
  await database.pool.query(`
    INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
      VALUES ('aj_1', encode(sha256('GIF89a'), 'hex'), 'org_home', 'image/gif', 'GIF89a', 6);
    UPDATE agent_job_turns SET attachments = jsonb_build_array(jsonb_build_object('digest', encode(sha256('GIF89a'), 'hex')))`);
});
after(() => database.close());

const find = async (change?: string): Promise<string> => {
  const findings = new Findings();
  // Rolled back: each test starts from the same rows.
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      if (change !== undefined) await tx.executeQuery(CompiledQuery.raw(change));
      await checkImages({ database: { ...database, kysely: tx } }, findings);
      throw new Error('rolled back');
    })
    .catch((error: unknown) => assert.match(String(error), /rolled back/));
  return findings
    .report()
    .violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`)
    .join('\n');
};

test('N31: an attached image that is stored is valid', async () => {
  assert.equal(await find(), '');
});

test('N31: an image with the wrong digest, size or organization is found', async () => {
  for (const [change, message] of [
    [`content = 'GIF87a'`, 'has a digest that does not match its content'],
    ['size = 7', 'has a size that does not match its content'],
    [`organization_id = 'org_other'`, 'belongs to a different organization than its job'],
  ] as const)
    assert.equal(await find(`UPDATE agent_job_images SET ${change}`), `N31 aj_1 an image ${message}`);
});

test('N31: an image in the overlay that is not stored is found', async () => {
  const added = `INSERT INTO agent_job_overlay (job_id, path, kind, image)
    SELECT job_id, 'images/a.gif', 'image', digest FROM agent_job_images`;
  assert.equal(await find(added), '');
  // The foreign key prevents this, but it may be missing after a partial restore.
  const lost = `ALTER TABLE agent_job_overlay DROP CONSTRAINT agent_job_overlay_image_fkey;
    UPDATE agent_job_turns SET attachments = NULL; ${added}; DELETE FROM agent_job_images`;
  assert.equal(await find(lost), 'N31 aj_1 lacks the image that its overlay has as images/a.gif');
});

test('N31: an attached image that is not stored, and a job with too many images are found', async () => {
  assert.equal(await find('DELETE FROM agent_job_images'), 'N31 aj_1 lacks an image that was attached to turn 1');
  const many = `INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
    SELECT 'aj_1', encode(sha256(n::text::bytea), 'hex'), 'org_home', 'image/gif', n::text::bytea, length(n::text)
    FROM generate_series(1, 100) AS n`;
  assert.match(await find(many), /^N31 aj_1 stores 101 images with 198 bytes$/);
});
