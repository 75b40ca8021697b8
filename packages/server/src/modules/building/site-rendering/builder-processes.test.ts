import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSandbox, type Sandbox, type SpawnOptions } from '../../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderPool, type BuilderPool } from './builder-pool.ts';
import { createCodeCache, type CodeCache } from './code-cache.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';

const site = new Map(
  Object.entries({
    'docs.json': JSON.stringify({ name: 'Test', colors: { primary: '#0a7d5a' }, navigation: { pages: ['index'] } }),
    'index.mdx': '---\ntitle: Start\n---\n\nHello.\n',
  }).map(([path, content]) => [path, new TextEncoder().encode(content)] as const),
);
const folder = { paths: [...site.keys()], read: (path: string) => site.get(path) };

describe('the builder’s processes', () => {
  let root = '';
  let sandbox: Sandbox;
  const spawned: SpawnOptions[] = [];
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-builders-'));
    const real = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
    sandbox = {
      ...real,
      spawn: (entry, options) => {
        spawned.push(options);
        return real.spawn(entry, options);
      },
    };
  });
  after(() => rm(root, { recursive: true, force: true }));

  const openCache = (cacheRoot = root): CodeCache =>
    createCodeCache({
      sandbox,
      entry: builderEntry,
      roots: [cacheRoot],
      onError: (error) => assert.fail(String(error)),
    });
  const listPages = async (pool: BuilderPool): Promise<readonly string[]> =>
    createSandboxedRenderer(pool).listPages({ organizationId: 'org', folder }, new AbortController().signal);

  test('load code that a trusted run compiled, and don’t change it', async (t) => {
    if (sandbox.mode !== 'bwrap')
      return t.skip('code is cached only for processes in a bwrap sandbox, which isn’t available here');
    const cache = openCache();
    await cache.open();
    const names = await readdir(root);
    assert.equal(names.length, 1);
    const filled = await readAll(root);
    assert.ok(filled.size > 20, `only ${filled.size} files were compiled`);

    spawned.length = 0;
    const second = openCache();
    await second.open();
    assert.deepEqual(spawned, [], 'a second start compiles nothing');
    const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache: second, places: 1 });
    assert.deepEqual(await listPages(pool), ['index']);
    assert.deepEqual(
      spawned.map(({ codeCache }) => codeCache),
      [{ folder: join(root, names[0]!), access: 'read' }],
    );
    assert.deepEqual(await readAll(root), filled);
    await pool.close();
  });

  test('use another folder if the first can’t be written, and code that exists in a later folder', async (t) => {
    if (sandbox.mode !== 'bwrap')
      return t.skip('code is cached only for processes in a bwrap sandbox, which isn’t available here');
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const second = await mkdtemp(join(root, 'second-'));
    const open = async (...roots: readonly string[]) => {
      const onError = (error: unknown): void => assert.fail(String(error));
      const cache = createCodeCache({ sandbox, entry: builderEntry, roots, onError });
      await cache.open();
      return cache.folder();
    };
    const filled = await open(join(file, 'folder'), second);
    assert.deepEqual([await readdir(second)], [[basename(filled ?? '')]]);
    assert.equal(await open(join(root, 'empty'), second), filled);
  });

  test('share one folder of compiled code when two start together, and remove an older version’s folder', async (t) => {
    if (sandbox.mode !== 'bwrap')
      return t.skip('code is cached only for processes in a bwrap sandbox, which isn’t available here');
    const shared = await mkdtemp(join(root, 'shared-'));
    const old = await mkdtemp(join(shared, 'old-'));
    await utimes(old, 0, 0);
    await Promise.all([openCache(shared).open(), openCache(shared).open()]);
    assert.equal((await readdir(shared)).length, 1);
  });

  test('are started in advance, build one site each, and are replaced; none remains after the pool is closed', async () => {
    const noCache: CodeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
    const started: { readonly exited: Promise<unknown> }[] = [];
    const third = Promise.withResolvers<void>();
    const watched: Sandbox = {
      ...sandbox,
      spawn: (entry, options) => {
        const process = sandbox.spawn(entry, options);
        if (started.push(process) === 3) third.resolve();
        return process;
      },
    };
    const pool = createBuilderPool({ sandbox: watched, entry: builderEntry, codeCache: noCache, places: 2 });
    pool.warmUp(1);
    await Promise.resolve();
    assert.equal(started.length, 1);
    assert.deepEqual(await Promise.all([listPages(pool), listPages(pool)]), [['index'], ['index']]);
    // The spare, the process for the second site, and the spare's replacement.
    await third.promise;
    await pool.close();
    await Promise.all(started.map(({ exited }) => exited));
    assert.equal(started.length, 3);
  });
});

async function readAll(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const)));
}
