/**
 * Tests a tenant's builder that never stops writing: each way in which its render ends, and another tenant's next job.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSandbox } from '../../../platform/sandbox/index.ts';
import { createBuilderPool, type BuilderPool } from './builder-pool.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import { RenderFailure, type RenderRequest } from './site-renderer.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const script = `
  import { writeSync } from 'node:fs';
  const message = (header, body = '') => {
    const head = Buffer.from(JSON.stringify(header)); const rest = Buffer.from(body); const all = Buffer.alloc(8);
    all.writeUInt32BE(head.length, 0); all.writeUInt32BE(rest.length, 4);
    return Buffer.concat([all, head, rest]);
  };
  const write = (bytes) => {
    for (let at = 0; at < bytes.length;) try { at += writeSync(1, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  };
  const report = { pages: 1, expected: 1, missing: [], issueCounts: {}, rendered: 1, files: 1, bytes: 1, durationMs: 1, peakMemoryBytes: 1, issues: [] };
  let input = '';
  process.stdin.on('data', (chunk) => {
    input += chunk.toString('latin1');
    if (!input.includes('"type":"build"')) return;
    if (input.includes('quiet')) return write(message({ type: 'built', id: 1, report }));
    for (let page = 0; ; page += 1) write(message({ type: 'output', id: 1, path: page + '.html' }, 'x'.repeat(10_000)));
  });
`;
const codeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
const features = {
  offlineSearch: true,
  search: true,
  assistant: false,
  analytics: true,
  feedback: false,
  playground: true,
  socialImages: false,
  aiLinks: true,
};

describe('a builder that never stops writing', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-stopped-'));
    await writeFile(join(root, 'builder.ts'), script);
  });
  after(() => rm(root, { recursive: true, force: true }));

  /** Opens a pool with only one slot: a render that does not release it blocks everyone. */
  async function withPool(limits: { readonly wallMs?: number; readonly outputBytes?: number }) {
    const sandbox = await createSandbox({ mode: 'auto', codeFolders: [root], limits });
    return createBuilderPool({ sandbox, entry: join(root, 'builder.ts'), codeCache, places: 1 });
  }

  function render(pool: BuilderPool, site: 'loud' | 'quiet', change: Partial<RenderRequest> = {}) {
    return createSandboxedRenderer(pool).render({
      organizationId: `org of ${site}`,
      loadFolder: async () => ({ paths: [site], read: () => Buffer.from('x') }),
      basePath: '',
      siteUrl: '',
      features,
      paths: [],
      onFile: async () => undefined,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...change,
    });
  }

  const never = (): Promise<void> => new Promise(() => undefined);

  test('releases its slot when its reader’s limit ends the render', async () => {
    const pool = await withPool({});
    let files = 0;
    const onFile = async (): Promise<void> => {
      if (++files > 3) throw new RenderFailure('limit_exceeded', 'more than 3 files');
    };
    await assert.rejects(render(pool, 'loud', { onFile }), /more than 3 files/);
    assert.equal((await render(pool, 'quiet')).rendered, 1);
    await pool.close();
  });

  test('releases its slot when it is canceled while its reader waits or reads', async () => {
    const pool = await withPool({});
    for (const waits of [true, false]) {
      const abort = new AbortController();
      const onFile = async (): Promise<void> => {
        abort.abort(new Error('canceled by its owner'));
        if (waits) await never();
      };
      await assert.rejects(render(pool, 'loud', { onFile, signal: abort.signal }), /canceled by its owner/);
    }
    assert.equal((await render(pool, 'quiet')).rendered, 1);
    await pool.close();
  });

  test('releases its slot at its time limit, even if its reader never consumes the next file', async () => {
    const pool = await withPool({ wallMs: 5_000 });
    await assert.rejects(render(pool, 'loud', { onFile: never }), /took longer to build/);
    assert.equal((await render(pool, 'quiet')).rendered, 1);
    await pool.close();
  });

  test('releases its slot at its output limit', async () => {
    const pool = await withPool({ outputBytes: 1_000_000 });
    await assert.rejects(render(pool, 'loud'), /larger than a job may produce/);
    assert.equal((await render(pool, 'quiet')).rendered, 1);
    await pool.close();
  });

  test('does not prevent the pool from closing', async () => {
    const pool = await withPool({});
    const begun = Promise.withResolvers<void>();
    const onFile = async (): Promise<void> => {
      begun.resolve();
      await never();
    };
    const failed = assert.rejects(render(pool, 'loud', { onFile, signal: AbortSignal.timeout(hangLimitMs) }));
    await begun.promise;
    await pool.close();
    await failed.catch(() => undefined);
  });
});
