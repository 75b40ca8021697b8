/**
 * Measures how fast one worker process, and then two, run all queued export jobs: `node bench/api/drain-exports.ts
 * [jobs=200] [--json]`.
 *
 * It uses the example site, PostgreSQL and a real S3 server (Ceph's gateway from Debian); each worker runs one job at a
 * time. All jobs are queued before the workers start; jobs and time are counted from the moment when all workers are
 * ready to the end of the last job, by the database's clock. The goal is a ratio of 1.7 on a machine with enough cores.
 * The result contains the machine's load and cores.
 */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startS3Server, type S3Server } from '../../packages/server/src/platform/blob-store/testing/start-s3-server.ts';
import { connectDatabase, type Database } from '../../packages/server/src/platform/database/index.ts';
import { inParallel, openBench, type Bench } from './open-bench.ts';
import { startChild, type Started } from './start-child.ts';

await openBench(async (bench) => {
  const jobs = bench.numbers[0] ?? 200;
  const s3 = await startS3Server();
  bench.defer(() => s3.stop());
  const flags = { ...settingsOf(bench, s3), dataDir: join(bench.folder, 'data') };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const database = await connectDatabase<object>({ url: bench.databaseUrl, applicationName: 'bench' });
  bench.defer(() => database.close());
  const load = loadavg()[0];
  const one = await drain({ bench, api, database, flags }, { jobs, workers: 1 });
  const two = await drain({ bench, api, database, flags }, { jobs, workers: 2 });
  bench.show({
    jobs,
    load,
    cores: availableParallelism(),
    jobsPerSecondWithOne: Math.round(one * 100) / 100,
    jobsPerSecondWithTwo: Math.round(two * 100) / 100,
    ratio: Math.round((two / one) * 100) / 100,
  });
});

function settingsOf(bench: Bench, s3: S3Server): Record<string, string> {
  return {
    port: '0',
    databaseUrl: bench.databaseUrl,
    logLevel: 'warn',
    secret: 'a secret that all processes of this measurement share',
    exportConcurrency: '1',
    agentConcurrency: '0',
    tenantConcurrency: '100',
    s3Bucket: s3.bucket,
    s3Endpoint: s3.endpoint,
    s3Region: s3.region,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
  };
}

interface Installation {
  readonly bench: Bench;
  readonly api: Started;
  readonly database: Database<object>;
  readonly flags: Readonly<Record<string, string>>;
}

/** Queues and runs the jobs. Returns the number of jobs per second. */
async function drain(
  { bench, api, database, flags }: Installation,
  given: { readonly jobs: number; readonly workers: number },
): Promise<number> {
  const { baseUrl = '', apiKey = '', domain = '' } = api.ready;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ids: string[] = [];
  await inParallel(given.jobs, 8, async () => {
    const init = { method: 'POST', headers, body: JSON.stringify({ domain }) };
    const answer = await fetch(`${baseUrl}/v1/static-export/jobs`, init);
    const job = (await answer.json()) as { jobId: string };
    if (answer.status !== 202) throw new Error(`no export was started: ${JSON.stringify(job)}`);
    ids.push(job.jobId);
  });
  const workers = await Promise.all(
    Array.from({ length: given.workers }, () =>
      startChild('run-service.ts', 'worker', JSON.stringify({ ...flags, baseUrl })),
    ),
  );
  for (const worker of workers) bench.defer(() => worker.stop());
  const { rows: begun } = await database.pool.query<{ left: number; now: Date }>(
    `select count(*)::int as left, clock_timestamp() as now
     from export_jobs where id = any($1) and status in ('queued', 'running')`,
    [ids],
  );
  const [begin] = begun;
  if (begin === undefined || begin.left === 0) throw new Error('the jobs were done before all workers were ready');
  const seconds = await waitForEnd(database, ids, begin.now);
  await Promise.all(workers.map((worker) => worker.stop()));
  return begin.left / seconds;
}

async function waitForEnd(database: Database<object>, ids: readonly string[], since: Date): Promise<number> {
  for (;;) {
    const { rows } = await database.pool.query<{ left: number; failed: number; seconds: number }>(
      `select count(*) filter (where status in ('queued', 'running'))::int as left,
         count(*) filter (where status = 'failed')::int as failed,
         extract(epoch from max(updated_at) - $2::timestamptz)::float8 as seconds
       from export_jobs where id = any($1)`,
      [ids, since],
    );
    const [row] = rows;
    if (row !== undefined && row.failed > 0) throw new Error(`${row.failed} exports failed`);
    if (row?.left === 0) return row.seconds;
    await delay(200);
  }
}
