import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSandbox, type Sandbox } from '../../../platform/sandbox/index.ts';
import { createBuilderPool, type BuilderPool } from './builder-pool.ts';
import { renderSite } from './render-site.ts';
import { createSiteCaches } from './site-caches.ts';
import { type IsHeld, RenderFailure, type RenderRequest, type SiteFolder, WarmBuilderFailed } from './site-renderer.ts';
import { WarmBuilders } from './warm-builders.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

/**
 * A builder whose reports contain the number of received files as `rendered`, of removed files as `files`, and of
 * builds as `pages`. Its saved cache names its process. The content of the file `do` determines its behavior.
 */
const script = `
  let input = Buffer.alloc(0), cache = '', behavior = '';
  const counts = { rendered: 0, files: 0, pages: 0 };
  const send = (header, body = '') => {
    const head = Buffer.from(JSON.stringify(header)); const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(head.length, 0); lengths.writeUInt32BE(body.length, 4);
    process.stdout.write(Buffer.concat([lengths, head, Buffer.from(body)]));
  };
  const answer = (question, body) => {
    if (question.type === 'cache') cache = body;
    if (question.type === 'remove-file') counts.files += 1;
    if (question.type === 'file') {
      counts.rendered += 1;
      if (question.path === 'do') behavior = body;
    }
    if (question.type === 'save-cache') {
      const save = () => send({ type: 'cache-saved', id: question.id }, cache + '+' + counts.pages);
      setTimeout(save, behavior === 'save slowly' ? 200 : 0);
    }
    if (question.type !== 'build') return;
    if (behavior === 'end' || (behavior === 'end with a cache' && cache !== '')) process.exit(1);
    if (behavior === 'hang') return send({ type: 'progress', id: question.id, done: 1, total: 2 });
    if (behavior === 'refuse') return send({ type: 'failed', id: question.id, code: 'no-config', message: 'none' });
    counts.pages += 1;
    const peakMemoryBytes = { 'use 1.2 GB': 1.2e9, 'save slowly': 1.2e9, 'use 2 GB': 2e9 }[behavior] ?? 1;
    const report = { expected: 1, missing: [], issueCounts: {}, bytes: 1, durationMs: 1, peakMemoryBytes, issues: [], ...counts };
    send({ type: 'built', id: question.id, report });
  };
  process.stdin.on('data', (chunk) => {
    input = Buffer.concat([input, chunk]);
    while (input.length >= 8) {
      const [head, body] = [input.readUInt32BE(0), input.readUInt32BE(4)];
      if (input.length < 8 + head + body) return;
      answer(JSON.parse(input.toString('utf8', 8, 8 + head)), input.toString('utf8', 8 + head, 8 + head + body));
      input = input.subarray(8 + head + body);
    }
  });
`;

describe('the renders of a site', () => {
  let root = '';
  let sandbox: Sandbox;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-render-'));
    await writeFile(join(root, 'builder.ts'), script);
    sandbox = await createSandbox({ mode: 'auto', codeFolders: [root] });
  });
  after(() => rm(root, { recursive: true, force: true }));

  async function withRenders(places: number, run: (renders: Renders) => Promise<void>): Promise<void> {
    const codeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
    const pool = createBuilderPool({ sandbox, entry: join(root, 'builder.ts'), codeCache, places });
    try {
      await run(openRenders(pool));
    } finally {
      await pool.close();
    }
  }

  test('use one process, which receives only the files that differ', async () => {
    await withRenders(1, async ({ render }) => {
      const counts = async (files: Files) => {
        const { rendered, files: removed, pages } = await render(files);
        return [rendered, removed, pages];
      };
      assert.deepEqual(await counts({ a: '1', b: '1' }), [2, 0, 1]);
      assert.deepEqual(await counts({ a: '1', b: '2' }), [3, 0, 2]);
      assert.deepEqual(await counts({ b: '2', c: '1' }), [4, 1, 3]);
      assert.deepEqual(await counts({ a: '1', b: '2', c: '1' }), [5, 1, 4], 'a file that was removed is sent again');
      assert.deepEqual(await counts({}), [5, 4, 5]);
    });
  });

  test('use different processes if they run at the same time, and don’t wait for each other', async () => {
    await withRenders(3, async ({ render }) => {
      const both = await Promise.all([render({ a: '1' }), render({ a: '2' })]);
      assert.deepEqual(
        both.map(({ pages }) => pages),
        [1, 1],
      );
      assert.equal((await render({ a: '2' })).pages, 2);
    });
  });

  test('end their process when another site needs its slot, and the next one starts with the saved cache', async () => {
    await withRenders(1, async ({ render, caches, saved }) => {
      await render({ a: '1' });
      await render({ a: '2' });
      assert.equal(caches.find('site'), undefined, 'nothing is saved while the process waits');
      await render({}, 'other');
      await saved('site');
      assert.equal((await render({})).pages, 1);
      await render({}, 'other');
      assert.equal(textOf(caches.find('site')), '+2+1');
    });
  });

  test('keep at most half of the slots for idle processes, and the organization with the most processes gives one up', async () => {
    await withRenders(4, async ({ render, saved }) => {
      await render({}, 'a1', { organizationId: 'a' });
      await render({}, 'b1', { organizationId: 'b' });
      await render({}, 'a2', { organizationId: 'a' });
      await saved('a1');
      assert.equal((await render({}, 'b1', { organizationId: 'b' })).pages, 2);
      assert.equal((await render({}, 'a2', { organizationId: 'a' })).pages, 2);
    });
  });

  test('fail with the reason for the author if their process rejects the site', async () => {
    await withRenders(1, async ({ render }) => {
      await render({ do: '' });
      await assert.rejects(
        render({ do: 'refuse' }),
        (error) => error instanceof RenderFailure && error.code === 'no_docs_config',
      );
    });
  });

  test('report the failure of a process that had rendered the site before, and start the next one without its cache', async () => {
    await withRenders(1, async ({ render, caches }) => {
      await render({ do: '' });
      await assert.rejects(render({ do: 'end' }), WarmBuilderFailed);
      await assert.rejects(render({ do: 'end' }), RenderFailure);
      caches.keep('site', Buffer.from('left'));
      await assert.rejects(render({ do: 'end with a cache' }), RenderFailure);
      assert.equal(caches.find('site'), undefined);
      assert.equal((await render({ do: 'end with a cache' })).pages, 1);
    });
  });

  test('wait until the last render’s cache is saved', async () => {
    await withRenders(3, async ({ render, caches }) => {
      for (const _ of [1, 2, 3]) await render({ do: 'save slowly' });
      assert.match(textOf(caches.find('site')), /^\+1\+1/);
    });
  });

  test('end a process that needed more memory than its share, and drop its cache if it needed nearly all its memory', async () => {
    await withRenders(1, async ({ render, caches, saved }) => {
      await render({ do: 'use 1.2 GB' });
      await saved('site');
      assert.equal((await render({ do: 'use 1.2 GB' })).pages, 1);
      await saved('site');
      assert.equal((await render({ do: 'use 2 GB' })).pages, 1);
      assert.equal(caches.find('site'), undefined);
    });
  });

  test('end their process if they are aborted, and keep its cache', async () => {
    await withRenders(1, async ({ render, caches }) => {
      caches.keep('site', Buffer.from('left'));
      const stop = new AbortController();
      const reason = new Error('stop');
      await render({ do: '' });
      await assert.rejects(
        render({ do: 'hang' }, 'site', { signal: stop.signal, onProgress: () => stop.abort(reason) }),
        reason,
      );
      assert.equal(textOf(caches.find('site')), 'left');
      assert.equal((await render({ do: '' })).pages, 1);
    });
  });
});

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

type Files = Readonly<Record<string, string>>;

function loadFiles(files: Files, isHeld: IsHeld): SiteFolder {
  const loaded = new Map(Object.entries(files).filter(([path, text]) => !isHeld(path, text)));
  const read = (path: string): Buffer | undefined =>
    loaded.has(path) ? Buffer.from(loaded.get(path) ?? '') : undefined;
  return { paths: Object.keys(files), read, idOf: (path) => files[path] };
}

type Renders = ReturnType<typeof openRenders>;

function openRenders(pool: BuilderPool) {
  const real = createSiteCaches();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const savedOf = (siteId: string): PromiseWithResolvers<void> => {
    const found = waiting.get(siteId) ?? Promise.withResolvers<void>();
    waiting.set(siteId, found);
    return found;
  };
  const caches = {
    ...real,
    keep: (siteId: string, saved: Uint8Array) => {
      real.keep(siteId, saved);
      savedOf(siteId).resolve();
    },
  };
  const warm = new WarmBuilders(pool, caches);
  return {
    caches,
    /** Resolves when a cache has been saved since the last call. */
    saved: async (siteId: string) => {
      await savedOf(siteId).promise;
      waiting.delete(siteId);
    },
    render: (files: Files, siteId = 'site', changes: Partial<RenderRequest> = {}) =>
      renderSite(
        { pool, caches, warm },
        {
          organizationId: 'org',
          loadFolder: async (isHeld) => loadFiles(files, isHeld),
          basePath: '',
          siteUrl: '',
          features: {
            offlineSearch: true,
            search: true,
            assistant: false,
            analytics: true,
            feedback: false,
            playground: true,
            socialImages: false,
            aiLinks: true,
          },
          paths: [],
          onFile: async () => undefined,
          onProgress: () => undefined,
          reuse: { siteId, existing: [], onFileReused: async () => undefined },
          signal: AbortSignal.timeout(hangLimitMs),
          ...changes,
        },
      ),
  };
}
