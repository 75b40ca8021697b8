/**
 * Takes a large site through the whole product with default settings: `node bench/site-builder/large-site-story.ts
 * [pages=25000] [--json]`.
 *
 * `npm start` runs on a new data folder. The generated site is pushed to the embedded code host, deployed, edited
 * and deployed again, exported, and the export is served by `docwright host`. At the edge and at the host, 20 random
 * pages, a search and a missing page are requested. Each step prints its time and the peak memory of each process. A
 * refusal ends the run with an error. Goals at 25,000 pages: builder 1.5 GB, an edited page live after 5 s.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repository } from '../../packages/entry-points/src/compiled-folder.mjs';
import { createClient } from '../../packages/sdk/src/index.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { watchProcesses } from '../agent/process-usage.ts';
import { openClone, untilShown } from '../deploy/live-installation.ts';
import { ask } from '../edge/ask.ts';
import { pagePath } from './generate-site.ts';

const pages = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 25_000);
const isJson = process.argv.includes('--json');
const pagesRead = 20;
/** The processes whose peak memory is printed. */
const kinds = new Set(['service', 'worker', 'builder', 'postgres', 'git', 'host']);
const figures: Record<string, unknown> = { pages, load: loadavg()[0] };

await using cleanup = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const service = await start(['start', '--silent', '--', '--json', '--port', String(await findFreePort())], 'npm');
const client = createClient({ baseUrl: service.ready.baseUrl ?? '', apiKey: service.ready.apiKey ?? '' });

const { cloneUrl } = await client.createRepository({ name: 'large' });
const remote = cloneUrl.replace('://', `://key:${service.ready.apiKey}@`);
const clone = await step('push', service, () => openClone(folder, { pages, remote }));
const site = await step('first deployment', service, deployFirst);
await step('pages at the edge', service, () => readPages(site.port, new URL(site.url).host));
await step('edited page live', service, deployEdit);
const job = await step('export', service, exportSite);
figures['bundle MB'] = Math.round((job.sizeBytes ?? 0) / 1e6);
const host = await step('host, ready', undefined, () => startHost(job.bundleUrl ?? ''));
await step('pages at the host', host, () => {
  const { host: name, port } = new URL(host.ready.address ?? '');
  return readPages(Number(port), name);
});
if (isJson) console.log(JSON.stringify(figures));

async function deployFirst(): Promise<{ readonly url: string; readonly port: number }> {
  const project = await client.createProject({ name: 'large', repository: cloneUrl });
  figures['project'] = project.id;
  const deploymentId = await findDeployment(project.id);
  const { status, summary, pageCount } = await client.waitForDeployment({ statusId: deploymentId });
  if (status !== 'success') throw new Error(`The deployment ended with ${status}: ${summary}`);
  if ((pageCount ?? 0) < pages) throw new Error(`The deployment has only ${pageCount} pages.`);
  const { url } = await client.getSite({ projectId: project.id });
  const port = Number(new URL(url).port);
  await untilShown(port, { url, path: pagePath(0), text: '<html' });
  return { url, port };
}

/** Waits for the project's first deployment, which the creation of the project starts. */
async function findDeployment(projectId: string): Promise<string> {
  for (;;) {
    const { deployments } = await client.listDeployments({ projectId });
    if (deployments[0] !== undefined) return deployments[0].deploymentId;
    await delay(100);
  }
}

/** Pushes an edited page, and waits from the end of the push until the edge serves the change. */
async function deployEdit(): Promise<void> {
  const path = pagePath(37);
  const file = join(clone.folder, `${path}.mdx`);
  const text = 'An edit of this measurement.';
  await writeFile(file, `${await readFile(file, 'utf8')}\n\n${text}\n`);
  await clone.git('commit', '-qam', text);
  await clone.git('push', '-q', 'origin', 'main');
  await untilShown(site.port, { url: site.url, path, text });
}

async function exportSite() {
  const { jobId } = await client.startProjectStaticExport({ projectId: String(figures['project']) });
  const ended = await client.waitForExport({ jobId });
  if (ended.status !== 'completed') throw new Error(`The export failed: ${ended.errorCode} ${ended.error}`);
  if (ended.pageCount < pages) throw new Error(`The export has only ${ended.pageCount} pages.`);
  return ended;
}

async function readPages(port: number, name: string): Promise<void> {
  const paths = Array.from({ length: pagesRead }, () => pagePath(Math.floor(Math.random() * pages)));
  for (const path of paths) {
    const { status, body } = await ask(port, name, `/${path}`);
    const title = `Page ${Number(path.slice(-5))} about`;
    if (status !== 200 || !body.includes(title)) throw new Error(`/${path} returned ${status} without its title`);
  }
  const missing = await ask(port, name, '/guides/no-such-page');
  if (missing.status !== 404) throw new Error(`A missing page returned ${missing.status}`);
  const found = await ask(port, name, `/_docwright/search?limit=8&q=${encodeURIComponent('page 777')}`);
  if (found.status !== 200) throw new Error(`The search returned ${found.status} ${found.body.toString()}`);
  figures[`search, ${name}`] = `${Math.round(found.ms)} ms`;
}

interface Program {
  readonly child: ChildProcess;
  readonly ready: Readonly<Partial<Record<'baseUrl' | 'apiKey' | 'address', string>>>;
}

async function startHost(bundleUrl: string): Promise<Program> {
  const settings = ['--set', `dataDir=${join(folder, 'host')}`];
  const port = String(await findFreePort());
  const program = 'packages/cli/bin/docwright.mjs';
  return start([program, 'host', '--bundle-url', bundleUrl, '--port', port, '--json', ...settings], process.execPath);
}

/** Starts a program that prints a line of JSON when it is ready, and runs until the end of the measurement. */
async function start(args: readonly string[], program: string): Promise<Program> {
  const environment = { PATH: process.env['PATH'], HOME: folder, DOCWRIGHT_DATA_DIR: join(folder, 'data') };
  const child = spawn(program, args, { cwd: repository, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderrText = (stderrText + text).slice(-10_000)));
  const ended = once(child, 'close');
  cleanup.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}: ${stderrText}`))),
  ])) as [Buffer];
  return { child, ready: JSON.parse(line.toString()) as Program['ready'] };
}

/** Runs one step, and prints its time, its processor time, and the peak memory of each process below `program`. */
async function step<T>(name: string, program: Program | undefined, work: () => Promise<T>): Promise<T> {
  const watch = watchProcesses(program?.child.pid ?? process.pid);
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const { cpuSeconds, highestMb } = watch.stop();
    const memory = Object.entries(highestMb)
      .filter(([kind]) => kinds.has(kind))
      .map(([kind, megabytes]) => `${kind} ${megabytes} MB`);
    figures[name] = `${seconds} s, CPU ${cpuSeconds.toFixed(1)} s, ${memory.join(', ')}`;
    if (!isJson) console.log(`${name}: ${String(figures[name])}`);
  }
}
