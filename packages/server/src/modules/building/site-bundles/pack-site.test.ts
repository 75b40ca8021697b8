import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { verifyBundle } from '@docwright/bundle';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { systemClock } from '../../../platform/clock/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { createSiteRenderer, type SiteRenderer, WarmBuilderFailed } from '../site-rendering/index.ts';
import { createBundleCaches, type BundleCaches } from './bundle-caches.ts';
import { packSite, type PackDeps } from './pack-site.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const config = (changes: object = {}): string =>
  JSON.stringify({
    theme: 'mint',
    name: 'Site',
    colors: { primary: '#0d9373' },
    redirects: [{ source: '/old', destination: '/a' }],
    navigation: { groups: [{ group: 'All', pages: ['a', 'b', 'c'] }] },
    ...changes,
  });
const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n## Part\n\n${text}\n`;
const first = {
  'docs.json': config(),
  'a.mdx': page('A', '[b](/b#part) ![p](/p.png)'),
  'b.mdx': page('B', 'Text.'),
  'c.mdx': page('C', '{1 + 1}'),
  'p.png': 'picture',
};
/** Successive commits of a project's repository. */
const commits: readonly Readonly<Record<string, string | undefined>>[] = [
  first,
  first,
  { ...first, 'b.mdx': page('B', 'Other text.') },
  { ...first, 'b.mdx': page('Bee', 'Other text.'), 'p.png': 'another', 'c.mdx': undefined },
  { ...first, 'docs.json': config({ name: 'Other', redirects: [] }), 'new.mdx': page('New', 'New.') },
];

let root = '';
let renderer: SiteRenderer;
let blobs: FileSystemStore;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-pack-'));
  blobs = await openStore('blobs');
  const log = createLogger({ level: 'silent' });
  renderer = await createSiteRenderer({
    mode: 'auto',
    clock: systemClock,
    log,
    codeCacheFolder: join(root, 'code'),
    builders: 2,
  });
  renderer.warmUp({ spares: 1 });
});
after(async () => {
  await renderer.close();
  await rm(root, { recursive: true, force: true });
});

const openStore = (name: string): Promise<FileSystemStore> =>
  FileSystemStore.open({ folder: join(root, name), linkBaseUrl: 'http://localhost', linkSecrets: ['x'.repeat(32)] });

interface Counts {
  sent: number;
  reused: number;
}

function counting(counts: Counts, change?: (sha256: string) => string): SiteRenderer {
  return {
    ...renderer,
    render: (request) => {
      const { reuse } = request;
      return renderer.render({
        ...request,
        onFile: (file) => {
          counts.sent += 1;
          return request.onFile(file);
        },
        reuse: reuse && {
          ...reuse,
          onFileReused: ({ path, sha256 }) => {
            counts.reused += 1;
            return reuse.onFileReused({ path, sha256: change === undefined ? sha256 : change(sha256) });
          },
        },
      });
    },
  };
}

async function exportCommit(
  files: Readonly<Record<string, string | undefined>>,
  options: {
    readonly renderer: SiteRenderer;
    readonly bundleCaches: BundleCaches;
    readonly projectId?: string;
    readonly paths?: string[];
    readonly isFork?: boolean;
    readonly signingKey?: KeyObject;
    readonly maxFiles?: number;
    readonly findWebRepository?: PackDeps['findWebRepository'];
  },
  { blobKey = `bundles/org/project/${randomUUID()}.tar.gz`, store = blobs } = {},
): Promise<Buffer> {
  const known = new Map(Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
  const project = {
    id: options.projectId ?? 'project',
    organization_id: 'org',
    repository: 'local:docs',
    branch: 'main',
    docs_folder: '',
    deployment_kind: 'cloud',
    features: {},
  };
  await packSite(
    {
      renderer: options.renderer,
      blobs: store,
      bundleCaches: options.bundleCaches,
      signingKey: options.signingKey,
      findWebRepository: options.findWebRepository ?? (async () => undefined),
      maxFiles: options.maxFiles ?? 120_000,
      generator: 'test',
    },
    {
      project: project as unknown as ProjectRow,
      blobKey,
      specs: [],
      siteUrl: '',
      domain: '',
      basePath: '',
      version: '1',
      paths: options.paths ?? null,
      ...(options.isFork !== undefined && { isFork: options.isFork }),
      policy: { restricted: 'refuse', excludeOrphans: false },
      commit: 'c'.repeat(40),
      loadFolder: async (isHeld) => {
        const loaded = new Map([...known].filter(([path, text]) => !isHeld(path, text)));
        const read = (path: string): Buffer | undefined =>
          loaded.has(path) ? Buffer.from(loaded.get(path) ?? '') : undefined;
        return { paths: [...known.keys()], read, idOf: (path) => known.get(path) };
      },
      repositoryUrl: 'https://example.com/r',
      onProgress: () => undefined,
      signal: AbortSignal.timeout(hangLimitMs),
    },
  );
  return buffer((await store.open(blobKey)).body);
}

const freshBundles = new Map<number, Promise<Buffer>>();
/** Builds the bundle of a commit without an earlier bundle, in a new process. */
function exportWithoutCache(number: number): Promise<Buffer> {
  const known = freshBundles.get(number);
  if (known !== undefined) return known;
  const fresh = exportCommit(commits[number] ?? {}, {
    renderer,
    bundleCaches: createBundleCaches(),
    projectId: `fresh ${number}`,
  });
  freshBundles.set(number, fresh);
  return fresh;
}

async function readWhole(bytes: Buffer) {
  const verdict = await verifyBundle({
    stream: (async function* () {
      yield bytes;
    })(),
  });
  assert.ok(verdict.ok);
  return verdict;
}

for (const isWarm of [true, false])
  test(`an export that continues from the last one${isWarm ? ' in its process' : ''} creates the same bundle as a first export, byte for byte`, async () => {
    const bundleCaches = createBundleCaches();
    for (const [number, files] of commits.entries()) {
      const whole = await exportWithoutCache(number);
      // Only one process may wait, and the export of the other project replaces it.
      if (!isWarm) await exportCommit(first, { renderer, bundleCaches: createBundleCaches(), projectId: 'other' });
      const counts = { sent: 0, reused: 0 };
      const again = await exportCommit(files, { renderer: counting(counts), bundleCaches });
      assert.ok(again.equals(whole), `commit ${number}`);
      // Only the list of redirects is sent, because its text is needed.
      if (number === 1) assert.equal(counts.sent, 1);
      if (number === 2) assert.ok(counts.sent < counts.reused, JSON.stringify(counts));
      await readWhole(again);
    }
  });

test('if the last export’s process fails, the site is exported in another one', async () => {
  const bundleCaches = createBundleCaches();
  await exportCommit(first, { renderer, bundleCaches });
  let failures = 0;
  const failing: SiteRenderer = {
    ...renderer,
    render: async (request) => {
      if (failures++ > 0) return renderer.render(request);
      await request.onFile({ path: 'a.html', bytes: Buffer.from('incomplete') });
      throw new WarmBuilderFailed('The process that had built the site before failed.');
    },
  };
  const again = await exportCommit(commits[2] ?? {}, { renderer: failing, bundleCaches });
  assert.ok(again.equals(await exportWithoutCache(2)));
  assert.equal(failures, 2);
});

test('a site with too many files is not exported, and the error names the setting and the number of files', async () => {
  const whole = await exportWithoutCache(0);
  const { manifest } = (await readWhole(whole)).bundle;
  const maxFiles = manifest.files.length;
  const bundleCaches = createBundleCaches();
  assert.ok((await exportCommit(first, { renderer, bundleCaches, maxFiles })).equals(whole));
  await assert.rejects(exportCommit(commits[4] ?? {}, { renderer, bundleCaches, maxFiles: maxFiles - 1 }), {
    code: 'limit_exceeded',
    message: new RegExp(`has \\d+ files; DOCWRIGHT_MAX_BUNDLE_FILES allows ${maxFiles - 1}\\. Nothing was published`),
  });
  // The last bundle is still the basis for the next one.
  assert.ok((await exportCommit(first, { renderer, bundleCaches, maxFiles })).equals(whole));
});

test('parts of the last bundle that aren’t in memory are read from the store', async () => {
  const bundleCaches = createBundleCaches({ heldBytes: 0 });
  for (const [number, files] of commits.entries()) {
    const counts = { sent: 0, reused: 0 };
    const again = await exportCommit(files, { renderer: counting(counts), bundleCaches });
    assert.ok(again.equals(await exportWithoutCache(number)), `commit ${number}`);
    if (number === 1) assert.equal(counts.sent, 1);
  }
});

test('an export creates the same bundle even if the last one was deleted or damaged', async () => {
  const bundleCaches = createBundleCaches({ heldBytes: 0 });
  const whole = await exportCommit(first, { renderer, bundleCaches }, { blobKey: 'bundles/gone.tar.gz' });
  await blobs.delete('bundles/gone.tar.gz');
  const counts = { sent: 0, reused: 0 };
  const blobKey = 'bundles/damaged.tar.gz';
  assert.ok((await exportCommit(first, { renderer: counting(counts), bundleCaches }, { blobKey })).equals(whole));
  assert.ok(counts.sent > counts.reused, JSON.stringify(counts));
  const damaged = Buffer.from(whole);
  damaged.fill(0, whole.length >> 1, (whole.length >> 1) + 1000);
  await blobs.put(blobKey, damaged, { contentType: 'application/gzip' });
  assert.ok((await exportCommit(first, { renderer, bundleCaches })).equals(whole));
});

test('a store failure ends the export, with and without a sandbox', async () => {
  const log = createLogger({ level: 'silent' });
  const open = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: join(root, 'code') });
  const store = await openStore('failing');
  await rm(join(root, 'failing/incoming'), { recursive: true });
  // More than the store buffers.
  const large = { ...first, 'b.mdx': page('B', randomBytes(200_000).toString('base64')) };
  for (const one of [renderer, open])
    await assert.rejects(
      exportCommit(large, { renderer: one, bundleCaches: createBundleCaches() }, { store }),
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
});

test('with a signing key, bundles are signed, and verification rejects an unsigned bundle and another key’s signature', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const isTaken = async (signingKey?: KeyObject): Promise<boolean> => {
    const deps = { renderer, bundleCaches: createBundleCaches() };
    const bytes = await exportCommit(first, signingKey === undefined ? deps : { ...deps, signingKey });
    const stream = (async function* () {
      yield bytes;
    })();
    return (await verifyBundle({ stream, publicKey })).ok;
  };
  assert.equal(await isTaken(privateKey), true);
  assert.equal(await isTaken(), false);
  assert.equal(await isTaken(generateKeyPairSync('ed25519').privateKey), false);
});

test('without a sandbox, later exports create the same bundles as first exports', async () => {
  const log = createLogger({ level: 'silent' });
  const open = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: join(root, 'code') });
  const bundleCaches = createBundleCaches();
  for (const [number, files] of commits.entries()) {
    const again = await exportCommit(files, { renderer: open, bundleCaches });
    assert.ok(again.equals(await exportWithoutCache(number)), `commit ${number}`);
  }
});

test('pages link to their source in the project’s repository on its code host', async () => {
  const config = { theme: 'mint', name: 'S', colors: { primary: '#000000' }, navigation: { pages: ['index'] } };
  const files = {
    'docs.json': JSON.stringify({ ...config, feedback: { suggestEdit: true } }),
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
  };
  const asked: unknown[] = [];
  const bundle = await exportCommit(files, {
    renderer,
    bundleCaches: createBundleCaches(),
    findWebRepository: async (...target) => {
      asked.push(target);
      return { kind: 'github', url: 'https://github.com/acme/docs' };
    },
  });
  assert.deepEqual(asked, [['org', 'local:docs']]);
  assert.ok(gunzipSync(bundle).includes('href="https://github.com/acme/docs/edit/main/index.mdx"'));
});

test('a partial export neither needs nor replaces the state of a complete one', async () => {
  const bundleCaches = createBundleCaches();
  await exportCommit(first, { renderer, bundleCaches });
  const cached = bundleCaches.take('project').archive;
  const part = await exportCommit(first, { renderer, bundleCaches, paths: ['b'] });
  assert.ok(part.equals(await exportCommit(first, { renderer, bundleCaches: createBundleCaches(), paths: ['b'] })));
  assert.ok(bundleCaches.take('project').archive === cached);
});

test('a build of a fork neither uses nor changes the project’s caches', async () => {
  const bundleCaches = createBundleCaches();
  await exportCommit(first, { renderer, bundleCaches });
  const cached = bundleCaches.take('project').archive;
  const reuses: boolean[] = [];
  const watching: SiteRenderer = {
    ...renderer,
    render: (request) => {
      reuses.push(request.reuse !== undefined);
      return renderer.render(request);
    },
  };
  const fork = await exportCommit(commits[2] ?? {}, { renderer: watching, bundleCaches, isFork: true });
  assert.ok(fork.equals(await exportWithoutCache(2)));
  assert.deepEqual(reuses, [false]);
  assert.ok(bundleCaches.take('project').archive === cached);
});

test('an export ends if a builder names a file that its project’s last bundle lacks', async () => {
  const bundleCaches = createBundleCaches();
  await exportCommit(first, { renderer, bundleCaches });
  const lying = counting({ sent: 0, reused: 0 }, () => 'f'.repeat(64));
  await assert.rejects(exportCommit(first, { renderer: lying, bundleCaches }), { name: 'UnknownFile' });
});
