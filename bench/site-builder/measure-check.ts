/**
 * Measures the check that an agent's edit must pass, as a worker runs it: inside this machine's sandbox, in a waiting
 * process whose code is loaded. It checks a new site, then an edit in the same process, and then an edit in another
 * process that receives the saved results of the first one.
 *
 * node bench/site-builder/measure-check.ts [--pages 1000] [--rounds 5] [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  builderCodeFolders,
  builderEntry,
} from '../../packages/server/src/modules/building/site-rendering/builder-code.ts';
import { createBuilderPool } from '../../packages/server/src/modules/building/site-rendering/builder-pool.ts';
import { createCodeCache } from '../../packages/server/src/modules/building/site-rendering/code-cache.ts';
import { createSandboxedRenderer } from '../../packages/server/src/modules/building/site-rendering/sandboxed-renderer.ts';
import { createSandbox } from '../../packages/server/src/platform/sandbox/index.ts';
import { createFolderSource } from '../../packages/site-builder/src/index.ts';
import { pagePath } from './generate-site.ts';
import { writeDocsSite } from './write-docs-site.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.pages);
/** A waiting process reports nothing before its first request, so this waits until it has probably loaded. */
const loadMs = 3_000;

const root = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
writeDocsSite(join(root, 'site'), count);
const source = createFolderSource(join(root, 'site'));
const files = new Map(source.paths.map((path) => [path, source.read(path)] as const));
const folder = { paths: source.paths, read: (path: string) => files.get(path) };
const sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
const codeCache = createCodeCache({
  sandbox,
  entry: builderEntry,
  roots: [join(root, 'code')],
  onError: console.error,
});
const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache, places: 2 });
const renderer = createSandboxedRenderer(pool);
pool.warmUp(1);
await codeCache.open();

const figures = { first: [] as number[], same: [] as number[], other: [] as number[] };
for (let round = 0; round < Number(values.rounds); round++) {
  const site = `site-${round}`;
  await delay(loadMs);
  const check = renderer.openCheck({ folder, siteId: site, organizationId: site });
  figures.first.push(await time(() => check.check(new Map(), signal())));
  figures.same.push(await time(() => check.check(edit(round), signal())));
  check.close();
  await delay(loadMs);
  // A different folder represents a different commit.
  const next = renderer.openCheck({ folder: { ...folder }, siteId: site, organizationId: site });
  figures.other.push(await time(() => next.check(edit(round + 1), signal())));
  next.close();
}
await renderer.close();
rmSync(root, { recursive: true, force: true });
const load = loadavg()[0]?.toFixed(1);
const [newSiteMs, sameProcessMs, otherProcessMs] = [best(figures.first), best(figures.same), best(figures.other)];
if (values.json)
  console.log(JSON.stringify({ pages: count, sandbox: sandbox.mode, load, newSiteMs, sameProcessMs, otherProcessMs }));
else
  console.log(`${count} pages, sandbox ${sandbox.mode}, load ${load}, best of ${values.rounds}, from the question to the issues:
  never seen                 ${newSiteMs} ms
  an edit, same process      ${sameProcessMs} ms
  an edit, another process   ${otherProcessMs} ms`);

function edit(round: number): Map<string, string> {
  const path = `${pagePath(7)}.mdx`;
  return new Map([[path, `${Buffer.from(files.get(path) ?? '').toString()}\n\nEdit ${round}.\n`]]);
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function best(list: readonly number[]): string {
  return Math.min(...list).toFixed(0);
}

function signal(): AbortSignal {
  return AbortSignal.timeout(120_000);
}
