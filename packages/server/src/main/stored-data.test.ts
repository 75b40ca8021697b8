import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { insertAgentJob } from '../testing/insert-agent-job.ts';
import { insertProject } from '../testing/insert-project.ts';
import { HOME, OTHER, openModuleDatabase } from '../testing/module-database.ts';
import type { ServerTables } from './server-tables.ts';
import { listStoredData } from './stored-data.ts';

test('an organization’s storage includes repositories, bundle files (each counted once), vectors, readers’ rows, drafts, comments, shared texts and agent jobs’ images', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-stored-'));
  const database = await openModuleDatabase<ServerTables>();
  try {
    const { kysely, pool } = database;
    await insertProject(database, 'proj_1', { organizationId: OTHER });
    await mkdir(join(folder, 'repo_1.git'));
    await writeFile(join(folder, 'repo_1.git', 'pack'), Buffer.alloc(3_000_000));
    await pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ('repo_1', '${OTHER}', 'docs', 'main')`,
    );
    for (const [id, key, bytes] of [
      ['sb_1', 'bundles/a', 1_000],
      ['sb_2', 'bundles/a', 1_000],
      ['sb_3', 'bundles/b', 500],
    ] as const)
      await pool.query(
        `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count, issues, issue_count, error_count)
         VALUES ($1, '${OTHER}', 'proj_1', $1, 'c', $2, 's', $3, 1, '[]', 0, 0)`,
        [id, key, bytes],
      );
    await pool.query(
      `INSERT INTO site_vectors (bundle_id, project_id, model, made_at, made_model, sha256, size_bytes, claimed_until)
       VALUES ('sb_1', 'proj_1', 'm', now(), 'm', 's', 70, now())`,
    );
    await pool.query(
      `INSERT INTO analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, last_at)
       SELECT 'proj_1', '2026-01-01', 'site', n::text, 1, 0, 1, 0, 0, now() FROM generate_series(1, 5) n`,
    );
    await pool.query(
      `INSERT INTO page_feedback (id, project_id, created_at, updated_at, path, source, helpful, comment)
       VALUES ('pf_1', 'proj_1', now(), now(), '/', 'contextual', false, 'Unclear.')`,
    );
    await pool.query(
      `INSERT INTO assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, origin, path, model)
       VALUES ('proj_1', 't', 'm', 'd', 'Why?', 'a', 'page', '/', 'm')`,
    );
    await pool.query(
      `INSERT INTO drafts (id, organization_id, project_id, branch, base_commit) VALUES ('d_1', '${OTHER}', 'proj_1', 'main', 'c')`,
    );
    await pool.query(
      `INSERT INTO draft_files (draft_id, path, kind, content, base_content, updated_by) VALUES ('d_1', 'a.mdx', 'write', 'new', 'before', 'ada@example.com')`,
    );
    await pool.query(
      `INSERT INTO draft_revisions (draft_id, path, slot, saved_by, saved_at, version, content, size)
       VALUES ('d_1', 'a.mdx', now(), 'ada@example.com', now(), 'v', 'earlier', 7)`,
    );
    await pool.query(
      `WITH file AS (
         INSERT INTO comment_files (organization_id, project_id, branch, path, content, version)
         VALUES ('${OTHER}', 'proj_1', 'main', 'a.mdx', 'a text', 'v') RETURNING id
       ), thread AS (
         INSERT INTO comment_threads (id, file_id, project_id, quote, replacement)
         SELECT 'cmt_1', id, 'proj_1', 'text', 'words' FROM file RETURNING id
       )
       INSERT INTO comments (id, thread_id, author_kind, author_id, author_name, text)
       SELECT 'cm_1', 'cmt_1', 'user', 'usr_1', 'ada', 'Why?'`,
    );
    await pool.query(
      `INSERT INTO shared_texts (id, organization_id, project_id, branch, path, line_ending, has_byte_order_mark, state, saved_content)
       VALUES ('t_1', '${OTHER}', 'proj_1', 'main', 'a.mdx', 'lf', false, 'state', 'saved')`,
    );
    await pool.query(`INSERT INTO shared_text_updates (shared_text_id, seq, content) VALUES ('t_1', 1, 'update')`);
    await insertAgentJob(database, 'job_1', { organization_id: OTHER, project_id: 'proj_1' });
    await pool.query(
      `INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
       VALUES ('job_1', encode(sha256('GIF89a'), 'hex'), '${OTHER}', 'image/gif', 'GIF89a', 6)`,
    );
    const measure = (organizationId: string) =>
      Promise.all(listStoredData(folder).map((one) => one(kysely, organizationId)));
    assert.deepEqual(await measure(OTHER), [
      { repositories: 3_000_000 },
      { bundles: 1_500 },
      { bundles: 70 },
      { records: 5 * 200 + 600 },
      { records: 3_000 },
      { records: 'new'.length + 'before'.length + 'earlier'.length },
      { records: 'a text'.length + 'text'.length + 'words'.length + 'Why?'.length },
      { records: 'state'.length + 'saved'.length + 'update'.length },
      { records: 'GIF89a'.length },
    ]);
    for (const part of await measure(HOME))
      assert.deepEqual(Object.values(part), [0], 'no data of another organization');
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
