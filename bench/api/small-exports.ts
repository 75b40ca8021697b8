/**
 * Measures exports of many small projects by one worker: `node bench/api/small-exports.ts [projects=95] [rounds=2]
 * [--json]`.
 *
 * Each project has a site of 21 pages in its own repository, with default settings. All projects are exported
 * once, then `rounds` - 1 times with one edited page each (goals: 5 exports a second; with 500 projects and two rounds,
 * 350 MB of memory for the worker). Then one project is edited and exported twenty times; the processor time of
 * the worker and its builders is shown for each export (goal: 0.1 s).
 */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '../../packages/sdk/src/index.ts';
import { connectDatabase, type Database } from '../../packages/server/src/platform/database/index.ts';
import { watchWorker } from '../agent/process-usage.ts';
import { listDocsFiles } from '../site-builder/write-docs-site.ts';
import { inParallel, openBench, quantile } from './open-bench.ts';
import { startChild } from './start-child.ts';

const pages = 21;
const editsOfOne = 20;

await openBench(async (bench) => {
  const [projects = 95, rounds = 2] = bench.numbers;
  const flags = {
    port: '0',
    sitesPort: '0',
    databaseUrl: bench.databaseUrl,
    dataDir: `${bench.folder}/data`,
    logLevel: 'warn',
    deploymentConcurrency: '0',
    agentConcurrency: '0',
    tenantConcurrency: '1000',
  };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const { baseUrl = '', apiKey = '' } = api.ready;
  const client = createClient({ baseUrl, apiKey });
  const database = await connectDatabase<object>({ url: bench.databaseUrl, applicationName: 'bench' });
  bench.defer(() => database.close());
  const load = loadavg()[0];
  const installation: Installation = { client, database, projects: [] };
  await inParallel(projects, 4, async (number) => {
    installation.projects.push(await addProject(client, number));
  });
  const worker = await startChild('run-service.ts', 'worker', JSON.stringify({ ...flags, baseUrl }));
  bench.defer(() => worker.stop());
  const watch = watchWorker(worker.pid);
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await inParallel(projects, 4, (index) => edit(client, installation.projects[index], round));
    perSecond.push(projects / (await exportAll(installation, installation.projects)));
  }
  const { workerHighestMb, buildersMb, cpuSeconds } = watch.stop();
  const ofOne = await exportOneAgain(installation, worker.pid);
  bench.show({
    projects,
    rounds,
    load,
    cores: availableParallelism(),
    firstExportsPerSecond: round(perSecond[0]),
    laterExportsPerSecond: round(quantile(perSecond.slice(1), 0.5)),
    cpuSecondsOfEach: round(cpuSeconds / (projects * rounds)),
    workerHighestMb,
    buildersHighestMb: buildersMb,
    againCpuSeconds: round(ofOne.cpuSeconds),
    againP50Ms: Math.round(quantile(ofOne.milliseconds, 0.5)),
  });
});

interface Project {
  readonly id: string;
  readonly repository: string;
}

interface Installation {
  readonly client: Client;
  readonly database: Database<object>;
  readonly projects: Project[];
}

/** Creates a project with 21 pages and its own repository; no two projects have equal pages. */
async function addProject(client: Client, number: number): Promise<Project> {
  const name = `small-${number}`;
  const { cloneUrl } = await client.createRepository({ name });
  const files = listDocsFiles(pages).map(([path, text]) => ({
    path,
    content: path.endsWith('.mdx') ? `${text}\nOf project ${number}.\n` : text,
  }));
  await client.createRepositoryCommit({ name, message: 'Generated', files });
  const { id } = await client.createProject({ name, repository: cloneUrl });
  return { id, repository: name };
}

async function edit(client: Client, project: Project | undefined, turn: number): Promise<void> {
  if (project === undefined) throw new Error('no such project');
  const [path, text] = listDocsFiles(pages)[1] ?? ['', ''];
  const content = `${text}\nEdit number ${turn} of ${project.repository}.\n`;
  await client.createRepositoryCommit({ name: project.repository, message: 'Edit', files: [{ path, content }] });
}

/** Returns the seconds from the start of the first job to the end of the last, by the database's clock. */
async function exportAll(installation: Installation, projects: readonly Project[]): Promise<number> {
  const { client, database } = installation;
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  const ids: string[] = [];
  await inParallel(projects.length, 8, async (index) => {
    // The hourly limit on jobs must not affect the measurement.
    await database.pool.query('delete from rate_uses');
    const { jobId } = await client.startProjectStaticExport({ projectId: projects[index]?.id ?? '' });
    ids.push(jobId);
  });
  for (;;) {
    const answer = await database.pool.query<{ left: number; failed: number; seconds: number }>(
      `select count(*) filter (where status in ('queued', 'running'))::int as left,
         count(*) filter (where status = 'failed')::int as failed,
         extract(epoch from max(updated_at) - $2::timestamptz)::float8 as seconds
       from export_jobs where id = any($1)`,
      [ids, rows[0]?.now],
    );
    const [row] = answer.rows;
    if (row !== undefined && row.failed > 0) throw new Error(`${row.failed} exports failed`);
    if (row?.left === 0) return row.seconds;
    await delay(10);
  }
}

async function exportOneAgain(
  installation: Installation,
  workerPid: number,
): Promise<{ readonly cpuSeconds: number; readonly milliseconds: readonly number[] }> {
  const [project] = installation.projects;
  if (project === undefined) throw new Error('the installation has no project');
  const milliseconds: number[] = [];
  const again = async (turn: number): Promise<void> => {
    await edit(installation.client, project, turn);
    milliseconds.push((await exportAll(installation, [project])) * 1_000);
  };
  // The first export warms up the builder.
  await again(1_000);
  milliseconds.length = 0;
  const watch = watchWorker(workerPid);
  for (let turn = 1; turn <= editsOfOne; turn += 1) await again(1_000 + turn);
  return { cpuSeconds: watch.stop().cpuSeconds / editsOfOne, milliseconds };
}

function round(figure: number | undefined): number {
  return Math.round((figure ?? Number.NaN) * 100) / 100;
}
