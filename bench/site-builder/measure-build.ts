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

/** The whole process, files written; the shell's `times` gives what it cost, which other work on the machine does not change. */
function time(command: string, args: readonly string[]): Run {
  const startedAt = performance.now();
  const script = '"$0" "$@"; status=$?; times >&2; exit $status';
  const { status, stderr } = spawnSync('sh', ['-c', script, command, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const wallMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.slice(-2000)}`);
  const children = stderr.trim().split('\n').at(-1) ?? '';
  const cpuMs = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
  return { wallMs, cpuMs };
}

function print(count: number, ours: readonly Run[], hugo: readonly Run[]): void {
  for (const measure of ['wallMs', 'cpuMs'] as const) {
    const best = (list: readonly Run[]): number => Math.min(...list.map((run) => run[measure]));
    const mine = best(ours);
    const beside =
      hugo.length === 0 ? '' : `  hugo ${best(hugo).toFixed(0)} ms  hugo/ours ${(best(hugo) / mine).toFixed(2)}`;
    console.log(
      `${count} pages, ${measure === 'wallMs' ? 'wall' : 'CPU '}: ours ${mine.toFixed(0)} ms (${(mine / count).toFixed(2)} ms a page)${beside}`,
    );
  }
}
