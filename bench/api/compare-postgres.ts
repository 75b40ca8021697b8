/**
 * Compares the embedded PostgreSQL with Debian's, which is the oldest supported version, by the processor time of the
 * API process and of PostgreSQL for "create agent job" and "get agent job": `node bench/api/compare-postgres.ts
 * [requests=1000] [--json]`. Debian's version must be installed.
 *
 * Both are measured in turn, three times. Elapsed times aren't shown, because only the embedded PostgreSQL waits for
 * the disk.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Client as Connection } from 'pg';
import { startPostgres } from '../../e2e/cluster/start-postgres.ts';
import { createClient, type Client } from '../../packages/sdk/src/index.ts';
import { cpuSeconds, parentOf } from '../host/process-cost.ts';
import { inParallel, openBench, quantile, type Bench } from './open-bench.ts';
import { startChild } from './start-child.ts';

const connections = 16;
/** The number of jobs per project; fewer than a project may create in an hour. */
const jobsOfProject = 90;
const rounds = 3;

await openBench(async (bench) => {
  const [requests = 1_000] = bench.numbers;
  const debian = await startPostgres();
  bench.defer(() => debian.stop());
  const targets = {
    embedded: await open(bench, 'embedded', bench.databaseUrl),
    debian: await open(bench, 'debian', debian.url),
  };
  const figures: Record<string, Figures[]> = { embedded: [], debian: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, target] of Object.entries(targets)) {
      const measured = await measure(target, requests);
      // The first round warms up.
      if (round > 0) figures[name]?.push(measured);
    }
  const median = (name: string, figure: keyof Figures): number =>
    Math.round(
      quantile(
        (figures[name] ?? []).map((one) => one[figure]),
        0.5,
      ) * 1000,
    ) / 1000;
  const shown = Object.fromEntries(
    Object.entries(targets).map(([name, { version }]) => [
      name,
      {
        version,
        createApiMs: median(name, 'createApiMs'),
        createDatabaseMs: median(name, 'createDatabaseMs'),
        getApiMs: median(name, 'getApiMs'),
        getDatabaseMs: median(name, 'getDatabaseMs'),
      },
    ]),
  );
  bench.show({ requests, load: loadavg()[0], ...shown });
});

interface Target {
  readonly client: Client;
  readonly repository: string;
  readonly apiPid: number;
  /** The ID of the server process whose children serve the connections. */
  readonly databasePid: number;
  readonly version: string;
}

/** Milliseconds of processor time per request. */
interface Figures {
  readonly createApiMs: number;
  readonly createDatabaseMs: number;
  readonly getApiMs: number;
  readonly getDatabaseMs: number;
}

async function open(bench: Bench, name: string, databaseUrl: string): Promise<Target> {
  const flags = {
    dataDir: join(bench.folder, `data of ${name}`),
    port: '0',
    sandbox: 'none',
    databaseUrl,
    logLevel: 'warn',
    // The created jobs are never run.
    tenantWaiting: '1000000',
  };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const { baseUrl = '', apiKey = '' } = api.ready;
  const connection = new Connection(databaseUrl);
  await connection.connect();
  bench.defer(() => connection.end());
  const { rows } = await connection.query<{ pid: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version') as version",
  );
  const [server] = rows;
  return {
    client: createClient({ baseUrl, apiKey }),
    repository: `${baseUrl}/git/example-docs.git`,
    apiPid: api.pid,
    databasePid: parentOf(server?.pid ?? 0) ?? 0,
    version: server?.version ?? '',
  };
}

async function measure({ client, repository, apiPid, databasePid }: Target, requests: number): Promise<Figures> {
  const projects: string[] = [];
  for (let index = 0; index < Math.ceil(requests / jobsOfProject); index += 1)
    projects.push((await client.createProject({ name: `Bench ${index}`, repository })).id);
  const jobs: { readonly projectId: string; readonly id: string }[] = [];
  const create = await count({ apiPid, databasePid }, requests, async (index) => {
    const projectId = projects[index % projects.length] ?? '';
    const { id } = await client.createAgentJob({ projectId, prompt: 'Replace "a" with "b".' });
    jobs.push({ projectId, id });
  });
  const get = await count({ apiPid, databasePid }, requests, async (index) => {
    const job = jobs[index];
    if (job !== undefined) await client.getAgentJob(job);
  });
  return {
    createApiMs: create.apiMs,
    createDatabaseMs: create.databaseMs,
    getApiMs: get.apiMs,
    getDatabaseMs: get.databaseMs,
  };
}

async function count(
  { apiPid, databasePid }: Pick<Target, 'apiPid' | 'databasePid'>,
  requests: number,
  request: (index: number) => Promise<void>,
): Promise<{ readonly apiMs: number; readonly databaseMs: number }> {
  const before = [cpuSeconds(apiPid), cpuSeconds(databasePid)] as const;
  await inParallel(requests, connections, request);
  return {
    apiMs: ((cpuSeconds(apiPid) - before[0]) * 1_000) / requests,
    databaseMs: ((cpuSeconds(databasePid) - before[1]) * 1_000) / requests,
  };
}
