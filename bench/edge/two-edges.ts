/**
 * Compares two edges with one, for hot responses of 50 sites of 50 pages: `node bench/edge/two-edges.ts [seconds=5]
 * [--json]`.
 *
 * The same load is sent to one edge, and then to two, in turn. Edges share nothing but the database and the bundles, so
 * two should cost as much processor time per request as one. The rate of two edges is also shown. With fewer than four
 * cores, this rate doesn't show how edges scale, because the load generator needs one core.
 */
import { availableParallelism, loadavg } from 'node:os';
import { runLoad } from '../host/load.ts';
import { cpuSeconds } from '../host/process-cost.ts';
import { inParallel, openBench } from '../api/open-bench.ts';
import { openEdgeBench } from './open-edge-bench.ts';

const sites = 50;
const pages = 50;
const rounds = 4;

await openBench(async (bench) => {
  const [seconds = 5] = bench.numbers;
  const edges = await openEdgeBench(bench);
  await inParallel(sites, 4, async (index) => {
    const id = `site-${index}`;
    await edges.addSites([{ id, bundles: [await edges.addBundle(id, pages, `of ${id}`)] }]);
  });
  const [first, second] = [await edges.startEdge(), await edges.startEdge()];
  const target = {
    paths: Array.from({ length: pages }, (_, index) => `/guides/page-${index}.html`),
    hosts: Array.from({ length: sites }, (_, index) => `site-${index}.localhost`),
    headers: 'Accept-Encoding: gzip\r\n',
  };
  const measure = async (used: readonly { readonly port: number; readonly pid: number }[]) => {
    const before = used.map(({ pid }) => cpuSeconds(pid));
    const connections = 16 / used.length;
    const done = await Promise.all(used.map(({ port }) => runLoad({ ...target, port, connections, seconds })));
    const cpu = used.reduce((sum, { pid }, index) => sum + cpuSeconds(pid) - (before[index] ?? 0), 0);
    const answers = done.reduce((sum, one) => sum + one.answers, 0);
    const failed = done.reduce((sum, one) => sum + one.failed, 0);
    return { perSecond: answers / seconds, perCpuSecond: answers / cpu, failed };
  };
  // Every page is read once before it is measured.
  await measure([first, second]);
  const figures = { one: [] as Figures[], two: [] as Figures[] };
  for (let round = 0; round < rounds; round += 1) {
    figures.one.push(await measure([first]));
    figures.two.push(await measure([first, second]));
  }
  const [one, two] = [best(figures.one), best(figures.two)];
  bench.show({
    cores: availableParallelism(),
    load: loadavg()[0],
    failed: [...figures.one, ...figures.two].reduce((sum, { failed }) => sum + failed, 0),
    onePerCpuSecond: Math.round(one.perCpuSecond),
    twoPerCpuSecond: Math.round(two.perCpuSecond),
    costRatio: Math.round((one.perCpuSecond / two.perCpuSecond) * 100) / 100,
    onePerSecond: Math.round(one.perSecond),
    twoPerSecond: Math.round(two.perSecond),
    rateRatio: Math.round((two.perSecond / one.perSecond) * 100) / 100,
  });
});

interface Figures {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly failed: number;
}

/** Returns the best figures of the rounds, because other work on the machine can only make a round slower. */
function best(rounds: readonly Figures[]): Pick<Figures, 'perSecond' | 'perCpuSecond'> {
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    perCpuSecond: Math.max(...rounds.map(({ perCpuSecond }) => perCpuSecond)),
  };
}
