/**
 * Measures an export job's work inside the sandbox, from the files of a commit to the stored bundle: a project's first
 * export, an export after a page was edited, and another export of the same commit.
 *
 * node bench/site-builder/measure-export.ts [--pages 1000] [--rounds 3] [--folder <a real site>] [--images] [--cold]
 *
 * `--images`: with preview images, as a site with an address has them. `--cold`: each export starts a builder with the
 * saved cache of the previous one, as if another site had needed its slot.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBundleCaches } from '../../packages/server/src/modules/building/site-bundles/bundle-caches.ts';
import { packSite, type PackRequest } from '../../packages/server/src/modules/building/site-bundles/pack-site.ts';
import {
  builderCodeFolders,
  builderEntry,
} from '../../packages/server/src/modules/building/site-rendering/builder-code.ts';
import { createBuilderPool } from '../../packages/server/src/modules/building/site-rendering/builder-pool.ts';
import { createCodeCache } from '../../packages/server/src/modules/building/site-rendering/code-cache.ts';
import { createSandboxedRenderer } from '../../packages/server/src/modules/building/site-rendering/sandboxed-renderer.ts';
import { FileSystemStore } from '../../packages/server/src/platform/blob-store/index.ts';
import { createSandbox } from '../../packages/server/src/platform/sandbox/index.ts';
import { createFolderSource } from '../../packages/site-builder/src/index.ts';
import { listDocsFiles } from './write-docs-site.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    images: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
  },
});

const root = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
const sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
const codeCache = createCodeCache({
  sandbox,
  entry: builderEntry,
  roots: [join(root, 'code')],
  onError: console.error,
});
await codeCache.open();
const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache, places: 1 });
const renderer = createSandboxedRenderer(pool);
const bundleCaches = createBundleCaches();
const blobs = await FileSystemStore.open({
  folder: join(root, 'blobs'),
  linkBaseUrl: 'http://localhost',
  linkSecrets: ['bench'],
});

const files = readFiles();
const edited =
  [...files.keys()].find((path) => path.endsWith('page-00007.mdx')) ??
  [...files.keys()].find((path) => path.endsWith('.mdx')) ??
  '';
await measure('first export');
for (let round = 0; round < Number(values.rounds); round++) {
  files.set(
    edited,
    Buffer.concat([files.get(edited) ?? new Uint8Array(), Buffer.from(`\n\nEdit ${round} of the page.\n`)]),
  );
  await measure(`one page edited (${edited})`);
}
await measure('the same commit');
await pool.close();
await rm(root, { recursive: true });

function readFiles(): Map<string, Uint8Array> {
  const read = new Map<string, Uint8Array>();
  if (values.folder === undefined) {
    for (const [path, text] of listDocsFiles(Number(values.pages))) read.set(path, Buffer.from(text));
    return read;
  }
  const source = createFolderSource(values.folder);
  for (const path of source.paths) read.set(path, source.read(path) ?? new Uint8Array());
  return read;
}

/** Returns an ID that differs only for a changed file, as in a repository. */
function idOf(path: string): string {
  return path === edited ? String(files.get(edited)?.byteLength) : '';
}

async function measure(what: string): Promise<void> {
  if (values.cold) await endBuilder();
  const [startedAt, cpuBefore, builderBefore] = [performance.now(), process.cpuUsage(), readBuilder()];
  const packed = await packSite(
    {
      renderer,
      blobs,
      signingKey: undefined,
      bundleCaches,
      findWebRepository: async () => undefined,
      maxFiles: 120_000,
      generator: 'bench',
    },
    request(),
  );
  const wallMs = performance.now() - startedAt;
  const own = process.cpuUsage(cpuBefore);
  const builder = readBuilder();
  const builderMs = builder.ms - (builder.pid === builderBefore.pid ? builderBefore.ms : 0);
  const ownMs = (own.user + own.system) / 1000;
  const { rendered, peakMemoryBytes } = packed.report;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${what}: ${rendered} pages, ${wallMs.toFixed(0)} ms, CPU ${(ownMs + builderMs).toFixed(0)} ms (the builder's ${builderMs}), builder's peak ${megabytes(peakMemoryBytes)}, ours ${megabytes(process.resourceUsage().maxRSS * 1024)}, bundle ${megabytes(packed.sizeBytes)}, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** Ends the builder of the last export, after it has saved its cache: another site requests the only slot. */
async function endBuilder(): Promise<void> {
  const text = JSON.stringify({ name: 'Other', colors: { primary: '#000000' }, navigation: { pages: [] } });
  const folder = { paths: ['docs.json'], read: () => Buffer.from(text) };
  await renderer.listPages({ organizationId: 'other', folder }, AbortSignal.timeout(60_000));
}

function request(): PackRequest {
  const project = {
    id: 'project',
    organization_id: 'org',
    branch: 'main',
    docs_folder: '',
    deployment_kind: 'cloud',
    features: {},
  };
  return {
    project: project as unknown as PackRequest['project'],
    blobKey: 'bundles/org/project/job.tar.gz',
    commit: '0'.repeat(40),
    siteUrl: values.images ? 'https://docs.example.com' : '',
    basePath: '',
    domain: '',
    version: '1',
    paths: null,
    policy: { restricted: 'refuse', excludeOrphans: false },
    specs: [],
    loadFolder: async () => ({ paths: [...files.keys()], read: (path) => files.get(path), idOf }),
    repositoryUrl: '',
    onProgress: () => undefined,
    signal: AbortSignal.timeout(3_600_000),
  };
}

/** Finds the descendant process that has used the most processor time. */
function readBuilder(): { readonly pid: number; readonly ms: number } {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name));
  const below = new Set([process.pid]);
  for (const { pid, parent } of stats.toSorted((one, other) => one.pid - other.pid))
    if (below.has(parent)) below.add(pid);
  below.delete(process.pid);
  const [largest] = stats.filter(({ pid }) => below.has(pid)).toSorted((one, other) => other.ms - one.ms);
  return largest ?? { pid: 0, ms: 0 };
}

function readStat(pid: string): { readonly pid: number; readonly parent: number; readonly ms: number }[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    // Ticks of a hundredth of a second.
    return [{ pid: Number(pid), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }];
  } catch {
    // The process has ended.
    return [];
  }
}
