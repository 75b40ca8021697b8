/**
 * Cold builds of generated sites, ours beside Hugo's (where `hugo` is on the PATH) in turns in one run, and the rebuild of one page.
 *
 *     node bench/site-builder/measure-build.ts [--pages 1000,5000] [--runs 3]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeDocsSite, writeHugoSite } from './write-sites.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000,5000' }, runs: { type: 'string', default: '3' } },
});
const driver = fileURLToPath(new URL('../../packages/site-builder/src/main/build-folder.ts', import.meta.url));
const hasHugo = spawnSync('hugo', ['version']).status === 0;
if (!hasHugo) console.log('hugo is not installed: only our own times are measured');

for (const count of values.pages.split(',').map(Number)) measure(count, Number(values.runs));

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function measure(count: number, runs: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
  try {
    writeDocsSite(join(folder, 'ours'), count);
    if (hasHugo) writeHugoSite(join(folder, 'hugo'), count);
    const ours: Run[] = [];
    const hugo: Run[] = [];
    for (let run = 0; run < runs; run++) {
      ours.push(time(process.execPath, [driver, join(folder, 'ours'), '--out', join(folder, `out-${run}`)]));
      if (hasHugo)
        hugo.push(
          time('hugo', ['--quiet', '--source', join(folder, 'hugo'), '--destination', join(folder, `hugo-${run}`)]),
        );
      rmSync(join(folder, `out-${run}`), { recursive: true, force: true });
      rmSync(join(folder, `hugo-${run}`), { recursive: true, force: true });
    }
    print(count, ours, hugo);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whole process, files written. */
function time(command: string, args: readonly string[]): Run {
  const before = process.resourceUsage();
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const wallMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.slice(-2000)}`);
  const after = process.resourceUsage();
  void before;
  void after;
  return { wallMs, cpuMs: 0 };
}

function print(count: number, ours: readonly Run[], hugo: readonly Run[]): void {
  const best = (list: readonly Run[]): number => Math.min(...list.map(({ wallMs }) => wallMs));
  const mine = best(ours);
  const rate = `${((count / mine) * 1000).toFixed(0)} pages/s`;
  const beside =
    hugo.length === 0 ? '' : `  hugo ${best(hugo).toFixed(0)} ms  hugo/ours ${(best(hugo) / mine).toFixed(2)}`;
  console.log(`${count} pages: ours ${mine.toFixed(0)} ms (${rate})${beside}`);
}
