/**
 * Compares the service with bare Fastify routes that run the same SQL: `node bench/api/compare-routes.ts
 * [requests=2000] [--json]`.
 *
 * Compares "create agent job" and "get agent job" by requests per CPU-second of the serving process; the goal is a
 * ratio of 0.8. The statements of the bare routes are recorded from the service in the same run, so they are identical.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureFirstStart, createLogger, loadSettings, serve } from '../../packages/server/src/index.ts';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from '../host/process-cost.ts';
import { inParallel, openBench, type Bench } from './open-bench.ts';
import { recordStatements, type Recording } from './record-statements.ts';
import { startChild, type Started } from './start-child.ts';

const connections = 16;
const limitPerProject = 100;

await openBench(async (bench) => {
  const requests = bench.numbers[0] ?? 2_000;
  const flags = {
    dataDir: join(bench.folder, 'data'),
    port: '0',
    sandbox: 'none',
    databaseUrl: bench.databaseUrl,
    logLevel: 'info',
    // The created jobs are never run.
    tenantWaiting: '1000000',
  };
  const { recording, apiKey } = await record(flags);
  const service = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => service.stop());
  const plain = await startChild('plain-routes.ts', bench.databaseUrl, JSON.stringify(recording));
  bench.defer(() => plain.stop());
  // Half of the requests warm up each server; the other half are measured.
  const projects = await createProjects(service, apiKey, Math.ceil(requests / limitPerProject) * 4);
  const share = projects.length / 4;
  const figures: Record<string, { create: number; get: number }> = {};
  for (const [index, [name, server]] of Object.entries({ service, plain }).entries()) {
    const own = projects.slice(index * 2 * share, (index + 1) * 2 * share);
    const client = createClient(server, apiKey);
    await measureCreates(server, client, own.slice(0, share), requests);
    const created = await measureCreates(server, client, own.slice(share), requests);
    await measureGets(server, client, created.jobs, requests);
    const get = await measureGets(server, client, created.jobs, requests);
    figures[name] = { create: created.perCpuSecond, get };
  }
  report(bench, requests, figures);
});

function report(bench: Bench, requests: number, figures: Record<string, { create: number; get: number }>): void {
  const [ours, plain] = [figures['service'], figures['plain']];
  if (ours === undefined || plain === undefined) throw new Error('a server was not measured');
  bench.show({
    requests,
    load: loadavg()[0],
    createPerCpuSecond: Math.round(ours.create),
    createPlain: Math.round(plain.create),
    createRatio: Number((ours.create / plain.create).toFixed(2)),
    getPerCpuSecond: Math.round(ours.get),
    getPlain: Math.round(plain.get),
    getRatio: Number((ours.get / plain.get).toFixed(2)),
  });
}

async function record(flags: Record<string, string>): Promise<{ recording: Recording; apiKey: string }> {
  const settings = loadSettings({ flags, environment: {} });
  const api = await serve(settings, createLogger({ level: 'silent' }));
  try {
    const exampleFolder = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));
    const first = await ensureFirstStart(api, settings, exampleFolder);
    if (first?.projectId === undefined) throw new Error('the example project is missing');
    const { apiKey, projectId } = first;
    return { recording: await recordStatements({ baseUrl: api.baseUrl, apiKey, projectId }), apiKey };
  } finally {
    await api.stop();
  }
}

type Client = (method: string, path: string, body?: object) => Promise<{ readonly id: string }>;

function createClient(server: Started, apiKey: string): Client {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.ready['baseUrl'] ?? ''}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text) as { id: string };
  };
}

async function createProjects(service: Started, apiKey: string, count: number): Promise<string[]> {
  const client = createClient(service, apiKey);
  const repository = `${service.ready['baseUrl'] ?? ''}/git/example-docs.git`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await client('POST', '/v1/projects', { name: `Bench ${index}`, repository })).id);
  }
  return ids;
}

interface Made {
  readonly projectId: string;
  readonly id: string;
}

async function measureCreates(
  server: Started,
  client: Client,
  projects: readonly string[],
  requests: number,
): Promise<{ perCpuSecond: number; jobs: Made[] }> {
  const jobs: Made[] = [];
  const before = cpuSeconds(server.pid);
  await inParallel(requests, connections, async (index) => {
    const projectId = projects[index % projects.length] ?? '';
    const { id } = await client('POST', `/v2/agent/${projectId}/job`, { prompt: 'Replace "a" with "b".' });
    jobs.push({ projectId, id });
  });
  return { perCpuSecond: requests / (cpuSeconds(server.pid) - before), jobs };
}

async function measureGets(server: Started, client: Client, jobs: readonly Made[], requests: number): Promise<number> {
  const before = cpuSeconds(server.pid);
  await inParallel(requests, connections, async (index) => {
    const job = jobs[index % jobs.length];
    if (job !== undefined) await client('GET', `/v2/agent/${job.projectId}/job/${job.id}`);
  });
  return requests / (cpuSeconds(server.pid) - before);
}
