/**
 * Measures cold builds of generated sites, alternating between our builder and the peers in one run. Highlighting,
 * navigation and search are turned on for all.
 *
 *     node bench/site-builder/measure-build.ts [--pages 1000,5000] [--runs 3] [--peers eleventy,…|all] [--hugo hugo,/opt/hugo]
 *
 * Peers are installed once from npm into a cache folder (`--cache`); each `--hugo` is the path of a program, or its
 * name on the PATH. `TMPDIR` selects the disk.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findHugo, installPeer, ours, peers, type Peer } from './peers.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000,5000' },
    runs: { type: 'string', default: '3' },
    peers: { type: 'string', default: '' },
    hugo: { type: 'string', default: 'hugo' },
    cache: {
      type: 'string',
      default: fileURLToPath(new URL('../../node_modules/.cache/bench-peers', import.meta.url)),
    },
  },
});

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
}

const wanted = peers.filter(({ name }) => values.peers === 'all' || values.peers.split(',').includes(name));
const folders = new Map<Peer, string>(builtInOurselves().map((peer) => [peer, '']));
for (const program of values.hugo.split(',')) {
  const peer = findHugo(program);
  if (peer === undefined) console.log(`${program} is not installed`);
  else folders.set(peer, '');
}
for (const peer of wanted) {
  const folder = installPeer(peer, values.cache);
  if (folder !== undefined) folders.set(peer, folder);
}
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
);
for (const count of values.pages.split(',').map(Number)) measure(count, Number(values.runs));

/** Returns our builder twice: as the command runs it by default, and with one thread. */
function builtInOurselves(): readonly Peer[] {
  return [ours, { ...ours, name: `${ours.name} 1 thread`, command: `${ours.command} --threads 1` }];
}

function measure(count: number, runs: number): void {
  const root = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
  const results = new Map<string, Run[]>();
  try {
    const sites = new Map<Peer, string>();
    for (const [peer, installed] of folders) {
      // The folder is inside that of the installed packages, so that each builder finds them as in its own project.
      const site = mkdtempSync(join(installed === '' ? root : installed, `${peer.name.replaceAll(' ', '-')}-`));
      sites.set(peer, site);
      peer.write(site, count);
    }
    for (let run = 0; run < runs; run++) {
      for (const [peer, site] of sites) {
        if (run >= peer.maxRuns) continue;
        const done = time(peer, site);
        if (done !== undefined) results.set(peer.name, [...(results.get(peer.name) ?? []), done]);
      }
    }
    print(count, results);
    for (const site of sites.values()) rmSync(site, { recursive: true, force: true });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Measures the whole command, including writing files. GNU time measures the cost; other load on the machine hardly
 * changes its processor time.
 */
function time({ name, command }: Peer, site: string): Run | undefined {
  // The folder is next to the site, because Astro moves files there, which works only within one disk.
  const out = mkdtempSync(join(site, '../out-'));
  const { status, stderr, stdout, error } = spawnSync(
    '/usr/bin/time',
    ['-f', 'usage %e %U %S %M', 'sh', '-c', command],
    {
      cwd: site,
      env: { ...process.env, OUT: out, PATH: `${join(site, '../node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (error !== undefined) throw new Error('GNU time is needed (Debian: apt-get install time)', { cause: error });
  const files = readdirSync(out).length;
  rmSync(out, { recursive: true, force: true });
  const usage = /usage ([\d.]+) ([\d.]+) ([\d.]+) (\d+)\s*$/.exec(stderr);
  if (status !== 0 || usage === null || files === 0) {
    console.log(`${name} failed: ${(stderr + stdout).slice(-800)}`);
    return undefined;
  }
  const [wall, user, system, kilobytes] = usage.slice(1).map(Number) as [number, number, number, number];
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, peakMemoryBytes: kilobytes * 1024 };
}

function print(count: number, results: ReadonlyMap<string, readonly Run[]>): void {
  const best = (name: string, measure: keyof Run): number =>
    Math.min(...(results.get(name) ?? []).map((run) => run[measure]));
  console.log(`\n${count} pages, best of up to ${values.runs}, load ${loadavg()[0]?.toFixed(1)}`);
  console.log('                    wall s     ×   CPU s     ×   peak MB');
  for (const name of results.keys()) {
    const [wall, cpu] = [best(name, 'wallMs'), best(name, 'cpuMs')];
    const times = (value: number, measure: keyof Run): string => (value / best(ours.name, measure)).toFixed(1);
    console.log(
      `${name.padEnd(20)}${(wall / 1000).toFixed(2).padStart(6)}${times(wall, 'wallMs').padStart(6)}${(cpu / 1000).toFixed(2).padStart(8)}${times(cpu, 'cpuMs').padStart(6)}${(best(name, 'peakMemoryBytes') / 1e6).toFixed(0).padStart(10)}`,
    );
  }
}
