import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { DIGEST_FILE, digestSources, isDashboardFresh } from './build-dashboard.mjs';

/** Below this size, compressing a body doesn't noticeably save packets. */
const SMALLEST_COMPRESSED_BYTES = 1024;
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/;

const root = dirname(import.meta.dirname);
const folder = join(root, 'packages/dashboard');
const dist = join(folder, 'dist');

if (isDashboardFresh(root)) console.log('the dashboard is up to date');
else await buildFresh();

async function buildFresh(): Promise<void> {
  const digest = digestSources(root);
  // Built in a folder next to the final one until it is complete, so that a running service never serves an incomplete
  // build.
  const staging = join(root, 'node_modules', `.docwright-dashboard-${process.pid}`);
  try {
    await build({ root: folder, logLevel: 'warn', build: { outDir: staging, emptyOutDir: true } });
    compressFiles(staging);
    writeFileSync(join(staging, DIGEST_FILE), digest);
    const old = `${staging}.old`;
    mkdirSync(dist, { recursive: true });
    renameSync(dist, old);
    renameSync(staging, dist);
    rmSync(old, { recursive: true });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  console.log(`the dashboard was built into ${dist.slice(root.length + 1)}`);
}

/** Compresses the files once, at the highest level, instead of on each request. */
function compressFiles(staging: string): void {
  for (const path of readdirSync(staging, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(path) || path === 'index.html') continue;
    const content = readFileSync(join(staging, path));
    if (content.length < SMALLEST_COMPRESSED_BYTES) continue;
    const sizeHint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(staging, `${path}.br`), brotliCompressSync(content, { params: sizeHint }));
    writeFileSync(join(staging, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
}
