/**
 * Simulates people with open dashboard pages by polling like these pages:
 *
 * node bench/api/people.ts [people=100] [seconds=30] [--json]
 *
 * Half of them have the list of agent jobs open, which requests a hundred rows every 4 s. The others have the Overview
 * open, which is updated every 15 s and includes the open pull requests. The installation has 100 organizations and
 * 20,000 jobs; the people are members of the largest organization, which has a fifth of the jobs. They start at
 * different times. Prints the processor time of the API and of PostgreSQL, and the response times.
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { cpuSeconds, parentOf, residentMegabytes } from '../host/process-cost.ts';
import { fillInstallation, type Ask } from './fill-installation.ts';
import { openBench, quantile } from './open-bench.ts';

const pages = {
  jobs: { everyMs: 4_000, paths: ['/v2/agent/jobs?limit=100'] },
  overview: { everyMs: 15_000, paths: ['/v1/overview', '/v2/agent/jobs?pullRequest=open&limit=5'] },
} as const;

await openBench(async (bench) => {
  const [people = 100, seconds = 30] = bench.numbers;
  const { client, startFor } = await fillInstallation(bench, { organizations: 100, projects: 1_000, jobs: 20_000 });
  const database = await findPostmaster(client);
  const { api, ask } = await startFor('org_0');
  const answers: number[] = [];
  let failed = 0;
  const timed: Ask = async (path) => {
    const started = performance.now();
    const status = await ask(path);
    answers.push(performance.now() - started);
    if (status !== 200) failed += 1;
    return status;
  };
  for (const { paths } of Object.values(pages)) for (const path of paths) await timed(path);
  answers.length = 0;
  const before = { api: cpuSeconds(api.pid), database: cpuSeconds(database) };
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: people }, (_, person) =>
      look(timed, pages[person % 2 === 0 ? 'jobs' : 'overview'], person / people, end),
    ),
  );
  bench.show({
    people,
    seconds,
    load: loadavg()[0],
    answers: answers.length,
    failed,
    apiCpuPercent: Math.round(((cpuSeconds(api.pid) - before.api) / seconds) * 100),
    databaseCpuPercent: Math.round(((cpuSeconds(database) - before.database) / seconds) * 100),
    apiMegabytes: Math.round(residentMegabytes(api.pid)),
    p50Ms: Math.round(quantile(answers, 0.5) * 10) / 10,
    p95Ms: Math.round(quantile(answers, 0.95) * 10) / 10,
  });
  await api.stop();
});

/** Returns the ID of PostgreSQL's main process, or 0 if it doesn't run on this machine. */
async function findPostmaster(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return parentOf(rows[0]?.pid ?? 0) ?? 0;
}

async function look(
  ask: Ask,
  { everyMs, paths }: (typeof pages)[keyof typeof pages],
  phase: number,
  end: number,
): Promise<void> {
  await delay(everyMs * phase);
  while (performance.now() < end) {
    await Promise.all(paths.map(ask));
    await delay(everyMs);
  }
}
