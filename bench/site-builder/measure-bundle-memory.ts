/**
 * A worker's memory while it packs a site of large pages, and afterwards. The packer, the blob store and the caches are
 * real; this file generates the pages instead of a builder, each in its own buffer, as a builder's pipe delivers them.
 *
 *     node bench/site-builder/measure-bundle-memory.ts [--pages 4000] [--kilobytes 600] [--builds 2]
 *
 * Start it as workers are started, with `MALLOC_ARENA_MAX=2 … --max-semi-space-size=4 --expose-gc` (`worker-memory.ts`).
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createBundleCaches } from '../../packages/server/src/modules/building/site-bundles/bundle-caches.ts';
import { packSite, type PackRequest } from '../../packages/server/src/modules/building/site-bundles/pack-site.ts';
import type { RenderRequest, SiteRenderer } from '../../packages/server/src/modules/building/site-rendering/index.ts';
import { FileSystemStore } from '../../packages/server/src/platform/blob-store/index.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '4000' },
    kilobytes: { type: 'string', default: '600' },
    builds: { type: 'string', default: '2' },
  },
});
const [pages, bytes, builds] = [Number(values.pages), Number(values.kilobytes) * 1024, Number(values.builds)];
const root = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
const blobs = await FileSystemStore.open({ folder: root, linkBaseUrl: 'http://localhost', linkSecrets: ['bench'] });
const caches = createBundleCaches();
const megabytes = (value: number): string => `${(value / 1024 ** 2).toFixed(0)} MB`;
let highest = 0;

print('at the start');
for (let build = 1; build <= builds; build += 1) {
  highest = 0;
  const { sha256, sizeBytes } = await packSite(
    { renderer: pageSource(build), blobs, bundleCaches: caches, signingKey: undefined, generator: 'bench' },
    requestOf(build),
  );
  print(`build ${build}: highest ${megabytes(highest)}, ${megabytes(sizeBytes)} ${sha256.slice(0, 12)}, after it`);
}
globalThis.gc?.();
await delay(2_000);
globalThis.gc?.();
print('two seconds later');
await rm(root, { recursive: true });

function print(when: string): void {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  console.log(`${when}: ${megabytes(rss)} (heap ${megabytes(heapUsed)}, buffers ${megabytes(arrayBuffers)})`);
}

/** Most of a large page is the navigation, which each page repeats; the rest differs. */
function makePage(page: number, build: number): Buffer {
  const own: string[] = [`<h1>Page ${page}, build ${page % 100 === 0 ? build : 1}</h1>`];
  for (let line = 0; line < 300; line += 1) {
    own.push(`<p>${createHash('sha256').update(`${page}/${line}`).digest('base64')}</p>`);
  }
  for (let entry = 0, size = own.length * 55; size < bytes; entry += 1) {
    const link = `<li><a href="/operations/${entry}">Operation ${entry} ${(entry * 2_654_435_761) % 4_294_967_296}</a></li>`;
    own.push(link);
    size += link.length + 1;
  }
  return Buffer.from(own.join('\n'));
}

function pageSource(build: number): SiteRenderer {
  const render = async ({ onFile }: RenderRequest) => {
    for (let page = 0; page < pages; page += 1) {
      await onFile({ path: `operations/${page}/index.html`, bytes: makePage(page, build) });
      if (page % 20 === 0) highest = Math.max(highest, process.memoryUsage.rss());
    }
    const figures = { pages, expected: pages, missing: [], issueCounts: {}, rendered: pages, files: pages, bytes: 0 };
    return { ...figures, durationMs: 0, peakMemoryBytes: 0, issues: [] };
  };
  return { render } as unknown as SiteRenderer;
}

function requestOf(build: number): PackRequest {
  return {
    project: {
      id: 'project',
      organization_id: 'org',
      deployment_kind: 'cloud',
      features: {},
      branch: 'main',
      docs_folder: '',
    },
    commit: '0'.repeat(40),
    siteUrl: '',
    basePath: '',
    paths: null,
    policy: {},
    specs: [],
    version: '1',
    domain: '',
    repositoryUrl: 'https://git.example/docs',
    blobKey: `bundles/${build}.tar.gz`,
    folder: { paths: [], read: () => undefined },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  } as unknown as PackRequest;
}
