/**
 * Measures the deletion of a project with many jobs, each with events, journal entries and an edited file: the
 * transaction that a caller waits for, and the deletion of the remaining rows after it: `node
 * bench/deletion/delete-project.ts [jobs=200000]`.
 */
import { loadavg } from 'node:os';
import { purgeProject } from '../../packages/server/src/modules/operations/retention/purge.ts';
import { removeProject } from '../../packages/server/src/modules/project-config/projects/index.ts';
import { insertProject } from '../../packages/server/src/testing/insert-project.ts';
import { HOME, openModuleDatabase } from '../../packages/server/src/testing/module-database.ts';
import type { DeletionTables } from '../../packages/server/src/modules/operations/retention/purge.ts';

const jobs = Number(process.argv[2] ?? 200_000);
const database = await openModuleDatabase<DeletionTables>();
try {
  await insertProject(database, 'big');
  const client = await database.pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(
    `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, prompt, usage)
     SELECT 'aj_' || n, $1, 'big', 'completed', 'm', 'local:docs', 'main', true, 'Move the page on set-up number ' || n, '{}'
     FROM generate_series(1, $2::int) n`,
    [HOME, jobs],
  );
  for (const statement of [
    `INSERT INTO agent_job_turns (job_id, turn, prompt) SELECT id, 1, prompt FROM agent_jobs`,
    `INSERT INTO agent_job_events (job_id, id, type, data) SELECT id, n, 'job.created', '{}' FROM agent_jobs, generate_series(1, 5) n`,
    `INSERT INTO agent_job_journal (job_id, turn, seq, step, kind, data)
     SELECT id, 1, n, n, 'assistant', json_build_object('text', repeat('x', 500)) FROM agent_jobs, generate_series(1, 5) n`,
    `INSERT INTO agent_job_overlay (job_id, path, kind, content) SELECT id, 'a.mdx', 'write', 'text' FROM agent_jobs`,
    'ANALYZE',
  ])
    await client.query(statement);
  client.release();
  const startedAt = performance.now();
  await database.kysely.transaction().execute((tx) => removeProject(tx, HOME, 'big'));
  const answeredMs = performance.now() - startedAt;
  await purgeProject(
    {
      database,
      onRemoved: () => Promise.resolve(),
      deleteFiles: () => Promise.resolve(),
      deleteRepositories: () => Promise.resolve(),
    },
    'big',
  );
  const seconds = (performance.now() - startedAt - answeredMs) / 1000;
  console.log(
    `${jobs} jobs: the deletion ${answeredMs.toFixed(0)} ms; their rows ${seconds.toFixed(1)} s, ${(jobs / seconds).toFixed(0)} jobs a second (load ${loadavg()[0]?.toFixed(1) ?? ''})`,
  );
} finally {
  await database.close();
}
