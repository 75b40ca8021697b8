import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { describeImage, type JobImage } from '@docwright/doc-agent';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { maxImageBytesOfJob, maxImagesOfJob, sumImageBytes } from '../image-store.ts';
import type { AgentJobTables } from '../tables.ts';
import { createJobImages } from './job-images.ts';

describe('a job’s images', () => {
  let database: ModuleDatabase<AgentJobTables>;
  let id: string;
  let jobs = 0;
  let added: number[];
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
  });
  after(() => database.close());
  beforeEach(async () => {
    id = await insertAgentJob(database, `aj_${(jobs += 1)}`);
    added = [];
  });

  const open = (lease = { id, attempt: 0 }) =>
    createJobImages(
      {
        db: database.kysely,
        storage: {
          added: async (_, { records = 0 }) => {
            added.push(records);
          },
        },
      },
      { ...lease, organization_id: HOME },
    );
  const draw = (text: string): { image: JobImage; bytes: Uint8Array } => {
    const bytes = Buffer.from(`GIF89a${text}`);
    const image = describeImage('a.gif', bytes);
    assert.ok(image);
    return { image, bytes };
  };

  test('are read by their digest, with the bytes that were saved', async () => {
    const { image, bytes } = draw('\0\x01');
    await open().save(image, bytes);
    assert.deepEqual(await open().read(image.digest), bytes);
    assert.equal(await open().read('0'.repeat(64)), undefined);
    const other = await insertAgentJob(database, `${id}_other`);
    assert.equal(
      await open({ id: other, attempt: 0 }).read(image.digest),
      undefined,
      'those of another job are missing',
    );
  });

  test('are stored and counted once, even if they are saved twice', async () => {
    const before = await sumImageBytes(database.kysely, HOME);
    const { image, bytes } = draw('twice');
    for (let time = 0; time < 2; time += 1) await open().save(image, bytes);
    assert.deepEqual(added, [bytes.length]);
    assert.equal((await sumImageBytes(database.kysely, HOME)) - before, bytes.length);
  });

  test('are not saved by a worker that lost the job, or for a deleted job', async () => {
    const { image, bytes } = draw('late');
    await assert.rejects(open({ id, attempt: 7 }).save(image, bytes), LeaseLost);
    await database.pool.query('DELETE FROM agent_jobs WHERE id = $1', [id]);
    await assert.rejects(open().save(image, bytes), LeaseLost);
  });

  test('are limited in number and size, with an error for the model', async () => {
    await database.pool.query(
      `INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
       SELECT $1, encode(sha256(n::text::bytea), 'hex'), $2, 'image/gif', n::text::bytea, length(n::text)
       FROM generate_series(1, $3) AS n`,
      [id, HOME, maxImagesOfJob],
    );
    const { image, bytes } = draw('more');
    const full = { code: 'not_shown', message: /the limit is 100 images and 50 MB/ };
    await assert.rejects(open().save(image, bytes), full);
    await database.pool.query('DELETE FROM agent_job_images WHERE job_id = $1 AND size < 3', [id]);
    await database.pool.query('UPDATE agent_job_images SET size = $2 WHERE job_id = $1', [id, maxImageBytesOfJob]);
    await assert.rejects(open().save(image, bytes), full);
    assert.deepEqual(added, []);
  });

  test('are deleted with the job', async () => {
    const { image, bytes } = draw('gone');
    await open().save(image, bytes);
    await database.pool.query('DELETE FROM agent_jobs WHERE id = $1', [id]);
    const { rows } = await database.pool.query('SELECT FROM agent_job_images WHERE job_id = $1', [id]);
    assert.equal(rows.length, 0);
  });
});
