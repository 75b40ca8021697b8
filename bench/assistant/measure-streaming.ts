/**
 * Measures answers of a model for many simultaneous readers at one edge: `node bench/assistant/measure-streaming.ts
 * [readers=100] [pages=300] [rounds=2] [--apart] [--json]`. More readers would be refused: one organization has half of
 * an edge's 200 slots. With `--apart`, another edge serves the pages, as if answers were generated outside its thread.
 * The first round runs in a process that has answered only three questions; in later rounds, its code is compiled.
 * Provider, readers, edge and database are separate processes, whose processor time is shown. Also shown: the time from
 * the end of a sentence at the provider to its receipt by the reader (goal: p95 120 ms), the edge's additional memory
 * (goal: 300 MB), and page times of the same edge before and during the answers (goal: at most 1.2 times as slow).
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildSite, createMemorySource } from '../../packages/site-builder/src/index.ts';
import { createSecretBox, parseMasterKey } from '../../packages/server/src/platform/secret-box/index.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { ask } from '../edge/ask.ts';
import { openEdgeBench } from '../edge/open-edge-bench.ts';
import { parentOf, residentMegabytes } from '../host/process-cost.ts';
import { sentences } from './sentence-times.ts';

const project = 'asked';

interface Read {
  readonly delays: readonly number[];
  readonly cpuSeconds: number;
}

/** Runs this many readers at a time in a separate process. */
async function readAnswers(port: number, readers: number): Promise<Read> {
  const args = [join(import.meta.dirname, 'run-readers.ts'), String(port), `${project}.localhost`, String(readers)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 100_000_000 });
  return JSON.parse(stdout) as Read;
}

async function makeSite(pages: number): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const names = Array.from({ length: pages }, (_, index) => `guides/page-${index}`);
  const config = { theme: 'mint', name: 'Bench', colors: { primary: '#0a5c46' }, navigation: { pages: names } };
  const text = (name: string) =>
    `---\ntitle: ${name}\n---\n\n## Configure\n\n${`Configure the server of ${name}. `.repeat(40)}\n`;
  const files = new Map<string, Uint8Array | string>();
  await buildSite({
    source: createMemorySource([
      ['docs.json', JSON.stringify(config)],
      ...names.map((name): [string, string] => [`${name}.mdx`, text(name)]),
    ]),
    emit: ({ path, bytes }) => void files.set(path, bytes),
    clock: () => performance.now(),
  });
  return files;
}

async function readPages(page: () => Promise<number>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await page());
    await pause(10);
  }
  return times;
}

interface Round {
  readonly port: number;
  readonly readers: number;
  readonly processes: Readonly<Record<'edge' | 'provider' | 'database', number>>;
  /** Requests one page, and returns the milliseconds. */
  readonly page: () => Promise<number>;
}

async function measureRound({ port, readers, processes, page }: Round): Promise<Readonly<Record<string, unknown>>> {
  const megabytes = residentMegabytes(processes.edge);
  const cpu = Object.entries(processes).map(([name, pid]) => [name, pid, cpuSecondsBelow(pid)] as const);
  const state = { isOver: false, most: megabytes };
  const watch = setInterval(() => (state.most = Math.max(state.most, residentMegabytes(processes.edge))), 200);
  const meanwhile = readPages(page, () => state.isOver);
  const { delays, cpuSeconds } = await readAnswers(port, readers);
  state.isOver = true;
  clearInterval(watch);
  const pages = await meanwhile;
  return {
    sentences: delays.length,
    missing: readers * sentences - delays.length,
    sentenceP50Ms: Math.round(quantile(delays, 0.5)),
    sentenceP95Ms: Math.round(quantile(delays, 0.95)),
    ...Object.fromEntries(
      cpu.map(([name, pid, before]) => [`${name}CpuSeconds`, (cpuSecondsBelow(pid) - before).toFixed(1)]),
    ),
    readersCpuSeconds: cpuSeconds.toFixed(1),
    megabytesMore: Math.round(state.most - megabytes),
    pageP50MsMeanwhile: quantile(pages, 0.5).toFixed(1),
    pageP95MsMeanwhile: quantile(pages, 0.95).toFixed(1),
  };
}

await openBench(async (bench) => {
  const [readers = 100, pages = 300, rounds = 2] = bench.numbers;
  const model = await startChild('../assistant/run-model.ts');
  bench.defer(() => model.stop());
  const modelHost = model.ready['host'] ?? '';
  const edges = await openEdgeBench(bench);
  const bundle = await edges.addFiles(project, await makeSite(pages));
  await edges.addSites([{ id: project, bundles: [bundle] }]);
  const masterKey = randomBytes(32).toString('base64');
  const context = { kind: 'project-models', organizationId: 'org_bench', objectId: project };
  const box = createSecretBox({ current: parseMasterKey(masterKey, 'masterKey'), previous: [] });
  const models = [
    {
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: `http://${modelHost}/v1`,
      prices: { inputUsdPerMillion: 1, outputUsdPerMillion: 4 },
      credentials: [],
    },
  ];
  await edges.pool.query(
    `insert into project_models (project_id, organization_id, models, credentials, key_id) values ($1, 'org_bench', $2, $3, $4)`,
    [project, JSON.stringify(models), box.seal('[{}]', context), box.keyId],
  );
  await edges.pool.query(
    `insert into project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days, messages_per_minute, monthly_budget_usd)
     values ($1, 'org_bench', true, 'project', '', 30, 1000, 1000)`,
    [project],
  );
  const edge = await edges.startEdge({
    masterKey,
    privateModelHosts: `http://${modelHost}`,
    // Each reader has a different address: one address may ask 20 questions a minute.
    trustedProxies: 'loopback',
  });
  const { rows } = await edges.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const database = parentOf(rows[0]?.pid ?? 0) ?? 0;
  const pagesEdge = process.argv.includes('--apart') ? await edges.startEdge() : edge;
  await readAnswers(edge.port, 3);
  const page = async (): Promise<number> =>
    (await ask(pagesEdge.port, `${project}.localhost`, `/guides/page-${Math.floor(Math.random() * pages)}`)).ms;
  const isQuietOver = (
    (until) => () =>
      performance.now() > until
  )(performance.now() + 4_000);
  const before = await readPages(page, isQuietOver);
  const processes = { edge: edge.pid, provider: model.pid, database };
  for (let round = 1; round <= rounds; round += 1) {
    const found = await measureRound({ port: edge.port, readers, processes, page });
    bench.show({
      round,
      readers,
      ...found,
      pageP50MsBefore: quantile(before, 0.5).toFixed(1),
      pageP95MsBefore: quantile(before, 0.95).toFixed(1),
      load: loadavg()[0],
    });
    await pause(1_000);
  }
});
