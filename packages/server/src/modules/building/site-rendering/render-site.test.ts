import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSandbox } from '../../../platform/sandbox/index.ts';
import { createBuilderPool } from './builder-pool.ts';
import { renderSite } from './render-site.ts';
import { createSiteCaches } from './site-caches.ts';
import { RenderFailure } from './site-renderer.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

/**
 * A builder that leaves `left`, reports the peak that the site's path names, and ends if it receives the data that it
 * left.
 */
const script = `
  const message = (header, body = '') => {
    const head = Buffer.from(JSON.stringify(header)); const rest = Buffer.from(body); const all = Buffer.alloc(8);
    all.writeUInt32BE(head.length, 0); all.writeUInt32BE(rest.length, 4);
    return Buffer.concat([all, head, rest]);
  };
  let input = '';
  process.stdin.on('data', (chunk) => {
    input += chunk.toString('latin1');
    if (input.includes('left')) process.exit(1);
    const report = { pages: 1, expected: 1, missing: [], issueCounts: {}, rendered: 1, files: 1, bytes: 1, durationMs: 1, peakMemoryBytes: input.includes('large') ? 2e9 : input.includes('middle') ? 1.8e9 : 1, issues: [] };
    if (input.includes('"type":"save-cache"')) process.stdout.write(message({ type: 'cache-saved', id: 2 }, 'left'));
    else if (input.includes('"type":"build"')) process.stdout.write(message({ type: 'built', id: 1, report }));
  });
`;

test('a builder’s cache is dropped if a render with it fails or takes too much memory', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docwright-render-'));
  const entry = join(root, 'builder.ts');
  await writeFile(entry, script);
  const sandbox = await createSandbox({ mode: 'auto', codeFolders: [root] });
  const codeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
  const pool = createBuilderPool({ sandbox, entry, codeCache, places: 1 });
  const real = createSiteCaches();
  let kept = Promise.withResolvers<void>();
  const caches = {
    ...real,
    keep: (siteId: string, saved: Uint8Array) => {
      real.keep(siteId, saved);
      kept.resolve();
    },
  };
  const render = (name: string) => {
    kept = Promise.withResolvers();
    return renderSite(
      { pool, caches },
      {
        organizationId: 'org',
        folder: { paths: [name], read: () => Buffer.from('x') },
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
        reuse: { siteId: 'site', existing: [], onFileReused: async () => undefined },
        signal: AbortSignal.timeout(hangLimitMs),
      },
    );
  };
  try {
    await render('small');
    await kept.promise;
    assert.equal(Buffer.from(caches.find('site') ?? []).toString(), 'left');
    await assert.rejects(render('small'), RenderFailure);
    assert.equal(caches.find('site'), undefined);
    await render('middle');
    await kept.promise;
    assert.notEqual(caches.find('site'), undefined);
    real.keep('site', Buffer.from('other'));
    await render('large');
    assert.equal(caches.find('site'), undefined);
  } finally {
    await pool.close();
    await rm(root, { recursive: true, force: true });
  }
});
