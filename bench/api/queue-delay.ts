/**
 * Measures the time from an accepted request to the worker's first step and to the pull request: `node
 * bench/api/queue-delay.ts [jobs=20] [--json]`.
 *
 * Runs rules-engine jobs on the example site, one after another, through the API. The API and the worker are separate
 * processes. `start`: from the commit of the job's row to its claim, by the database's clock (goal: p50 at most 50 ms).
 * `request`: from the client's request to a completed job with a pull request, by the client's clock (goal: 1.5 s on an
 * idle machine).
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type Database } from '../../packages/server/src/platform/database/index.ts';
import { openBench, quantile } from './open-bench.ts';
import { startChild, type Started } from './start-child.ts';

interface TimesTable {
  bench_claims: { job_id: string; claimed_at: Date };
}

await openBench(async (bench) => {
  const jobs = bench.numbers[0] ?? 20;
  const flags = { dataDir: join(bench.folder, 'data'), port: '0', databaseUrl: bench.databaseUrl, logLevel: 'warn' };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const database = await connectDatabase<TimesTable>({ url: bench.databaseUrl, applicationName: 'bench' });
  bench.defer(() => database.close());
  await noteClaims(database);
  const baseUrl = api.ready['baseUrl'] ?? '';
  const worker = await startChild('run-service.ts', 'worker', JSON.stringify({ ...flags, baseUrl }));
  bench.defer(() => worker.stop());
  // The first start compiles the builder and starts a spare builder.
  await runJob(api, 'Replace "no such text" with "x".', true);
  await delay(4_000);
  const request: number[] = [];
  for (let index = 0; index < jobs; index += 1) {
    const startedAt = performance.now();
    await runJob(api, `Set description of quickstart to "Measured ${index}".`);
    request.push(performance.now() - startedAt);
    // A spare builder replaces the builder that was used.
    await delay(1_000);
  }
  const start = (await readStarts(database)).slice(-jobs);
  const round = (value: number): number => Math.round(value * 10) / 10;
  bench.show({
    jobs,
    load: loadavg()[0],
    startP50Ms: round(quantile(start, 0.5)),
    startP95Ms: round(quantile(start, 0.95)),
    requestP50Ms: round(quantile(request, 0.5)),
    requestP95Ms: round(quantile(request, 0.95)),
  });
});

/** Creates a trigger that records when each job is claimed, because the job's row doesn't store this time. */
async function noteClaims(database: Database<TimesTable>): Promise<void> {
  await database.pool.query(`
    create table bench_claims (job_id text primary key, claimed_at timestamptz not null);
    create function bench_note() returns trigger language plpgsql as $$
      begin insert into bench_claims values (new.id, clock_timestamp()) on conflict do nothing; return null; end $$;
    create trigger bench_note after update of attempt on agent_jobs for each row execute function bench_note();`);
}

/** Returns the milliseconds from each job's creation to its claim, oldest job first. */
async function readStarts(database: Database<TimesTable>): Promise<number[]> {
  const { rows } = await database.pool.query<{ ms: number }>(
    `select extract(epoch from c.claimed_at - j.created_at)::float8 * 1000 as ms
     from bench_claims c join agent_jobs j on j.id = c.job_id order by j.created_at`,
  );
  return rows.map(({ ms }) => ms);
}

async function runJob(api: Started, prompt: string, isWarmUp = false): Promise<void> {
  const { baseUrl = '', apiKey = '', projectId = '' } = api.ready;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const path = `${baseUrl}/v2/agent/${projectId}/job`;
  const created = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ prompt }) });
  const { id } = (await created.json()) as { id: string };
  for (;;) {
    const answer = await fetch(`${path}/${id}?wait=30`, { headers });
    const job = (await answer.json()) as { status: string; prLink: string | null; error: unknown };
    if (job.status === 'completed' && (job.prLink !== null || isWarmUp)) return;
    if (job.status !== 'active') throw new Error(`the job ended without a pull request: ${JSON.stringify(job)}`);
  }
}
