/**
 * Measures how long a site waits for its builder process: `node bench/sandbox-start/measure.ts [rounds=9] [--json]`.
 *
 * The time is from the request for a process to its first response (the list of pages of a one-page site), inside this
 * machine's sandbox. It is measured for three processes: one is compiled from source, one uses cached compiled code,
 * and one is started in advance. Shows medians in milliseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  builderCodeFolders,
  builderEntry,
} from '../../packages/server/src/modules/building/site-rendering/builder-code.ts';
import { createBuilderPool } from '../../packages/server/src/modules/building/site-rendering/builder-pool.ts';
import {
  createCodeCache,
  type CodeCache,
} from '../../packages/server/src/modules/building/site-rendering/code-cache.ts';
import { createSandboxedRenderer } from '../../packages/server/src/modules/building/site-rendering/sandboxed-renderer.ts';
import { createSandbox } from '../../packages/server/src/platform/sandbox/index.ts';

const loadMs = 3_000;
const rounds = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 9);
const files = new Map([
  ['docs.json', Buffer.from('{"name":"Bench","colors":{"primary":"#0a7d5a"},"navigation":{"pages":["index"]}}')],
  ['index.mdx', Buffer.from('---\ntitle: Start\n---\n\nHello.\n')],
]);
const site = { paths: [...files.keys()], read: (path: string) => files.get(path) };
const root = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
const sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
const noCache: CodeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
const cache = createCodeCache({ sandbox, entry: builderEntry, roots: [root], onError: console.error });

async function measure(codeCache: CodeCache, spares: number): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache, places: 2 });
    const renderer = createSandboxedRenderer(pool);
    if (spares > 0) {
      pool.warmUp(spares);
      await codeCache.open();
      // The process reports nothing before its first request, so this waits until it has probably loaded.
      await delay(loadMs);
    }
    const startedAt = performance.now();
    await renderer.listPages({ organizationId: 'bench', folder: site }, AbortSignal.timeout(60_000));
    figures.push(performance.now() - startedAt);
    await renderer.close();
  }
  return Math.round(figures.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

try {
  const compiledAnew = await measure(noCache, 0);
  const fillStartedAt = performance.now();
  await cache.open();
  const fillMs = Math.round(performance.now() - fillStartedAt);
  const compiledBefore = await measure(cache, 0);
  const waitingAhead = await measure(cache, 1);
  const result = {
    mode: sandbox.mode,
    rounds,
    load: loadavg()[0],
    fillMs,
    compiledAnewMs: compiledAnew,
    compiledBeforeMs: compiledBefore,
    waitingAheadMs: waitingAhead,
  };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else console.table(result);
} finally {
  await cache.close();
  rmSync(root, { recursive: true, force: true });
}
