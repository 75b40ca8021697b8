import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMessage } from '../../packages/site-builder/src/build/session/message-stream.ts';
import { entryPoints, findCompiledFolder, repository } from '../../packages/entry-points/src/compiled-folder.mjs';

// Compares the cost of a start with the compiled entry point and with its source, alternating in one run; Node's cache
// of compiled code is warm for both. The kernel measures the processor time of the process alone (`time`).
//
//   npm start, then: npx node bench/start/compiled.ts [RUNS] [--json]

const isJson = process.argv.includes('--json');
const runs = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 9);
const folder = findCompiledFolder();
if (folder === undefined)
  throw new Error('Nothing is compiled: run "npm start", or scripts/run-compile-entry-points.ts.');
const work = await mkdtemp(join(tmpdir(), 'docwright-bench-start-'));
const site = join(work, 'site');
const config = { name: 'One', theme: 'mint', colors: { primary: '#0a7d5a' }, navigation: { pages: ['index'] } };
const page = '---\ntitle: One\n---\n\nText with a [link](/index) and `code`.\n\n```ts\nconst answer = 42;\n```\n';
await mkdir(site, { recursive: true });
await writeFile(join(site, 'docs.json'), JSON.stringify(config));
await writeFile(join(site, 'index.mdx'), page);

interface Start {
  /** The name in the JSON output. */
  readonly id: string;
  readonly name: string;
  readonly source: keyof typeof entryPoints;
  readonly args: readonly string[];
  readonly stdin?: Uint8Array;
  /** The script that checks whether the compiled files match the sources, and then runs them. */
  readonly launcher?: string;
}

const launcher = join(repository, 'packages/cli/bin/docwright.mjs');

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = [
  encodeMessage({ type: 'file', path: 'docs.json' }, bytes(JSON.stringify(config))),
  encodeMessage({ type: 'file', path: 'index.mdx' }, bytes(page)),
];
const builds = encodeMessage({ type: 'build', id: 1, settings: {}, existing: [] });

const starts: readonly Start[] = [
  { id: 'service', name: 'the service’s code, read only', source: 'packages/server/src/index.ts', args: [] },
  { id: 'version', name: 'docwright --version', source: 'packages/cli/src/main.ts', args: ['--version'], launcher },
  {
    id: 'build',
    name: 'docwright build, one page',
    source: 'packages/cli/src/main.ts',
    args: ['build', site, '--out', join(work, 'out')],
    launcher,
  },
  {
    id: 'readingBuilder',
    name: 'builder process, read only',
    source: 'packages/site-builder/src/main/site-session.ts',
    args: [],
    stdin: Buffer.concat(files),
  },
  {
    id: 'builder',
    name: 'builder process, one page',
    source: 'packages/site-builder/src/main/site-session.ts',
    args: [],
    stdin: Buffer.concat([...files, builds]),
  },
];

interface Cost {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly megabytes: number;
}

async function measure(file: string, { args, stdin }: Start, cache: string): Promise<Cost> {
  await rm(join(work, 'out'), { recursive: true, force: true });
  const child = spawn('time', ['-f', '%U %S %e %M', process.execPath, file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(work, cache) },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderrText += text));
  child.stdin.end(stdin ?? '');
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderrText}`);
  const [user = 0, system = 0, seconds = 0, kilobytes = 0] = (stderrText.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { cpuSeconds: user + system, seconds, megabytes: kilobytes / 1024 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const result: Record<string, object> = {};
try {
  if (!isJson)
    console.log('| Start | source: CPU s, clock s, MB | compiled: CPU s, clock s, MB | CPU ratio |\n|---|---|---|---|');
  for (const start of starts) {
    const source = join(repository, start.source);
    const compiled = start.launcher ?? join(folder, `${entryPoints[start.source]}.mjs`);
    const costs: { source: Cost[]; compiled: Cost[] } = { source: [], compiled: [] };
    for (let run = -2; run < runs; run++) {
      const pair = {
        source: await measure(source, start, 'source'),
        compiled: await measure(compiled, start, 'compiled'),
      };
      if (run < 0) continue;
      costs.source.push(pair.source);
      costs.compiled.push(pair.compiled);
    }
    const of = (side: readonly Cost[]): Cost => ({
      cpuSeconds: median(side.map(({ cpuSeconds }) => cpuSeconds)),
      seconds: median(side.map(({ seconds }) => seconds)),
      megabytes: median(side.map(({ megabytes }) => megabytes)),
    });
    const [one, other] = [of(costs.source), of(costs.compiled)];
    const ratio = Number((other.cpuSeconds / one.cpuSeconds).toFixed(2));
    result[start.id] = { sourceCpuSeconds: one.cpuSeconds, compiledCpuSeconds: other.cpuSeconds, ratio };
    if (isJson) continue;
    const show = ({ cpuSeconds, seconds, megabytes }: Cost): string =>
      `${cpuSeconds.toFixed(2)}, ${seconds.toFixed(2)}, ${megabytes.toFixed(0)}`;
    console.log(`| ${start.name} | ${show(one)} | ${show(other)} | ${ratio.toFixed(2)} |`);
  }
  if (isJson) console.log(JSON.stringify(result));
} finally {
  await rm(work, { recursive: true });
}
