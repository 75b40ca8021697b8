/**
 * Uses the `afdocs` checker to measure how well programs can read real sites (score of 0–100; goal: 95 per site):
 *
 * node bench/agent-readers/measure-sites.ts <folder of sites> [--site name] [--delay ms] [--details]
 *
 * The folder, or DOCWRIGHT_CORPUS, contains folders of docs.json sites. Each site is built, packed, and served by
 * `docwright host` as a `client-hosted` deployment on this machine. The checker is installed from npm if it is missing,
 * and reads the same sample of 50 pages in each run. `--details` lists the findings.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createBundleWriter,
  featuresByKind,
  readRedirects,
  resolveFeatures,
  toBundleRedirects,
} from '../../packages/bundle/src/index.ts';
import type { SiteRedirect } from '../../packages/bundle/src/index.ts';
import { buildSite, createFolderSource } from '../../packages/site-builder/src/index.ts';
import { startHostProcess, stopProcess } from '../host/start-child.ts';
import { installPeer } from '../site-builder/peers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string' },
    delay: { type: 'string', default: '5' },
    details: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'docwright-checkers') },
  },
});

/** The part of the checker's report that this program shows. */
interface Report {
  readonly testedPages?: number;
  readonly results: readonly CheckResult[];
  readonly scoring: { readonly overall: number };
}
interface CheckResult {
  readonly id: string;
  readonly status: 'pass' | 'warn' | 'fail' | 'skip' | 'error';
  readonly message: string;
}

const checker = { name: 'afdocs', packages: { afdocs: '0.22.2' }, maxRuns: 1, write: () => undefined, command: '' };

/** Packs a site as an export does, but without the commit information that the service adds. */
async function packSite(folder: string, siteUrl: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), gzipLevel: 1 });
  const settings = { offlineSearch: true, search: true, assistant: true };
  let listed: readonly SiteRedirect[] = [];
  await buildSite({
    source: createFolderSource(folder),
    settings: { siteUrl, features: resolveFeatures('client-hosted', settings) },
    emit: async (file) => {
      if (file.path === 'redirects.json') listed = readRedirects(file.bytes);
      await writer.add(file).catch((error: Error) => console.log(`  left out: ${error.message}`));
    },
    clock: () => performance.now(),
  });
  await writer.finish({
    generator: 'bench',
    version: 'v1',
    commit: '',
    createdFrom: { repository: '', branch: '', directory: '', domain: '' },
    basePath: '',
    deploymentKind: 'client-hosted',
    features: featuresByKind(settings),
    redirects: toBundleRedirects(listed).redirects,
  });
  return Buffer.concat(chunks);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runChecker(folder: string, address: string): Promise<Report> {
  const program = join(folder, 'node_modules', 'afdocs', 'bin', 'afdocs.mjs');
  const flags = [
    '--format',
    'json',
    '--score',
    '--quiet',
    '--sampling',
    'deterministic',
    '--request-delay',
    values.delay,
  ];
  const child = spawn(process.execPath, [program, 'check', address, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await child.stdout.setEncoding('utf8').toArray();
  return JSON.parse(output.join(''));
}

async function measureSite(folder: string, checkerFolder: string): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docwright-agent-readers-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const bundle = await packSite(folder, address);
  const link = createServer((_request, response) => response.end(bundle)).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const linkHost = `127.0.0.1:${(link.address() as AddressInfo).port}`;
  const limits = { maxFiles: 200_000, maxBytes: 4_000_000_000 };
  const staticExport = { enabled: true, bundleUrl: `http://${linkHost}/`, allowedPrivateHosts: [linkHost], ...limits };
  const host = await startHostProcess({ dataDir, port, address: '127.0.0.1', accessLog: false, staticExport });
  try {
    return await runChecker(checkerFolder, address);
  } finally {
    await stopProcess(host);
    link.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const corpus = positionals[0] ?? process.env['DOCWRIGHT_CORPUS'];
if (corpus === undefined)
  throw new Error('usage: measure-sites.ts <folder of sites> [--site name] [--delay ms] [--details]');
const checkerFolder = installPeer(checker, values.cache);
if (checkerFolder === undefined) process.exit(1);
const isSite = (name: string): boolean =>
  ['docs.json', 'mint.json'].some((file) => existsSync(join(corpus, name, file))) &&
  (values.site === undefined || name.includes(values.site));
for (const name of readdirSync(corpus).filter(isSite)) {
  const { scoring, results, testedPages } = await measureSite(join(corpus, name), checkerFolder);
  console.log(`${String(scoring.overall).padStart(3)}  ${name}, ${testedPages ?? 0} pages read`);
  for (const { id, status, message } of values.details ? results : [])
    if (status !== 'pass' && status !== 'skip') console.log(`       ${status} ${id}: ${message}`);
}
