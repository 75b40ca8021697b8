import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSite, checkSite } from '../build-site.ts';
import { defaultBuildSettings } from '../../settings/build-settings.ts';
import type { BuildRequest } from '../build-request.ts';
import { createFolderSource } from '../../source/folder-source.ts';
import { BuildCache } from '../cache/index.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { PageThreads } from './page-threads.ts';
import type { ThreadedSite, ThreadSource } from './thread-messages.ts';

const settings = { siteUrl: 'https://docs.example.com', basePath: '/docs' };
/** The build draws preview images, including those for pages of its threads. */
const withPictures = { ...settings, features: { ...defaultBuildSettings.features, socialImages: true } };
const clock = (): number => performance.now();

/** Every component, variant and kind of output. */
const gallery = fileURLToPath(new URL('../../../../../examples/docs-site', import.meta.url));

/** More pages than threads can be ahead, with the same errors on many pages, in their snippet and in shared parts. */
const many: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'Many',
      colors: { primary: '#0d9373' },
      footer: { socials: { github: 'https://example.com' }, links: [{ items: [{ label: 'x', href: '/none' }] }] },
      navigation: { pages: Array.from({ length: 400 }, (_, index) => `p/${index}`) },
    }),
    'snippets/shared.mdx': 'A [link](/nowhere), an ![image](/none.png), <Icon icon="no-such-icon" />',
    'snippets/counter.jsx':
      "import { useState } from 'react';\nexport const Counter = () => { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; };",
    'logo.png': 'no picture',
    'icon.png': 'another',
    ...Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `p/${index}.mdx`,
        `---\ntitle: Page ${index}\ndescription: Sets \`part_${index}\`\n---\nimport Shared from '/snippets/shared.mdx';\nimport { Counter } from '/snippets/counter.jsx';\n\n# Part\n\n<Shared />\n\n[next](/p/${index + 1}#part) [gone](/p/${(index + 7) % 400}#none) ![logo](/logo.png) {undefinedName}\n\n<Card title="Card" icon="/icon.png">x</Card>\n\n${index % 50 === 0 ? '<Counter />' : ''}\n`,
      ]),
    ),
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);

interface Built {
  readonly files: readonly (readonly [path: string, content: string])[];
  readonly issues: unknown;
}

async function build(request: Omit<BuildRequest, 'clock'>): Promise<Built> {
  const files: [string, string][] = [];
  const emit = ({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array | string }): void =>
    void files.push([path, Buffer.from(bytes).toString('base64')]);
  const { issues } = await buildSite({ settings, ...request, clock, emit });
  return { files, issues };
}

let builtAlone: Promise<Built> | undefined;

/** Builds the site with many pages without threads, only once, because several tests compare their builds with it. */
const buildManyAlone = (): Promise<Built> => (builtAlone ??= build({ source: createMemorySource(many) }));

function startThreads(source: ThreadSource, count: number, overrides: Partial<ThreadedSite> = {}) {
  return new PageThreads({ source, settings, needsFiles: true, isCached: false, ...overrides }, count);
}

/** Waits until the threads have claimed this many pages, so that the next build finds most of them rendered. */
async function haveMade(threads: PageThreads, pages: number): Promise<void> {
  await threads.waitForMessage();
  while (threads.queue.taken < pages) await setImmediate();
}

test('a build with threads writes the same files in the same order, and reports the same issues, as a build without threads', async () => {
  const folder = createFolderSource(gallery);
  const site = { source: folder, settings: withPictures };
  const alone = await build(site);
  {
    await using threads = startThreads({ kind: 'folder', folder: gallery }, 2, { settings: withPictures });
    await haveMade(threads, 16);
    assert.deepEqual(await build({ ...site, threads }), alone);
    assert.ok(threads.isWorking);
  }
  const source = createMemorySource(many);
  await using threads = startThreads({ kind: 'files', files: many }, 2);
  await haveMade(threads, 120);
  assert.deepEqual(await build({ source, threads }), await buildManyAlone());
  assert.ok(threads.isWorking);
});

test('the cache of a build with threads equals the cache of a build without threads', async () => {
  const source = createMemorySource(many);
  const alone = await buildManyAlone();
  const cache = new BuildCache({ keeps: 'documents' });
  await using threads = startThreads({ kind: 'files', files: many }, 1, { isCached: true });
  await haveMade(threads, 120);
  assert.deepEqual(await build({ source, threads, cache }), alone);
  assert.deepEqual(await build({ source, cache }), alone);
});

test('a check with threads reports the same issues as a check without threads', async () => {
  const source = createMemorySource(many);
  await using threads = startThreads({ kind: 'files', files: many }, 1, { needsFiles: false });
  await haveMade(threads, 120);
  const { issues } = await checkSite({ source, settings, clock, threads });
  assert.deepEqual(issues, (await checkSite({ source, settings, clock })).issues);
});

test('a thread that has read another site, or fails, doesn’t affect the result of a build', async () => {
  const source = createMemorySource(many);
  const alone = await buildManyAlone();
  const saved = new Map(many).set('p/399.mdx', new TextEncoder().encode('saved in between'));
  await using other = startThreads({ kind: 'files', files: saved }, 1);
  await haveMade(other, 120);
  assert.deepEqual(await build({ source, threads: other }), alone);
  await using failing = startThreads({ kind: 'folder', folder: `${gallery}/none` }, 1);
  assert.deepEqual(await build({ source, threads: failing }), alone);
});

test('a build with threads rejects with the reason of the signal that stops it', async () => {
  const stop = new AbortController();
  await using threads = startThreads({ kind: 'files', files: many }, 1);
  const build = buildSite({
    source: createMemorySource(many),
    settings,
    clock,
    threads,
    signal: stop.signal,
    onProgress: ({ phase, done }) => (phase === 'pages' && done > 40 ? stop.abort(new Error('enough')) : undefined),
    emit: () => undefined,
  });
  await assert.rejects(build, /enough/);
});
