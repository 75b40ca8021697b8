/**
 * Measures the cost of clean links at an edge: compares a site whose pages are rewritten with a site whose pages are
 * sent as they are stored, in requests per CPU-second: `node bench/edge/clean-links-cost.ts [pages=1000] [seconds=3]
 * [rounds=7] [--json]`.
 * `hot`: pages in memory; `first`: each page is requested for the first time. The rounds alternate, so that other work
 * on the machine affects both alike; the figures are medians. Goal: a hot ratio of 0.97.
 */
import { loadavg } from 'node:os';
import { runLoad } from '../host/load.ts';
import { addMarkdown, makeFiles } from '../host/make-site.ts';
import { cpuSeconds } from '../host/process-cost.ts';
import { inParallel, openBench, quantile } from '../api/open-bench.ts';
import { ask } from './ask.ts';
import { openEdgeBench } from './open-edge-bench.ts';

const ids = ['stored', 'clean'] as const;
type Id = (typeof ids)[number];

await openBench(async (bench) => {
  const [pages = 1_000, seconds = 3, rounds = 7] = bench.numbers;
  const edges = await openEdgeBench(bench);
  for (const id of ids) {
    // Different text, because the disk cache stores equal content only once.
    const files = makeFiles(pages, `of ${id}`);
    const bundle = await edges.addFiles(id, id === 'clean' ? addMarkdown(files) : files);
    await edges.addSites([{ id, bundles: [bundle] }]);
  }
  const paths = Array.from({ length: pages }, (_, index) => `/guides/page-${(index * 7919) % pages}`);
  const readOnce = async (at: { port: number; pid: number }, id: Id): Promise<number> => {
    await ask(at.port, `${id}.localhost`, '/');
    const before = cpuSeconds(at.pid);
    await inParallel(pages, 16, async (index) => {
      const { status } = await ask(at.port, `${id}.localhost`, paths[index] ?? '', { 'accept-encoding': 'gzip' });
      if (status !== 200) throw new Error(`${id}: ${status}`);
    });
    return pages / (cpuSeconds(at.pid) - before);
  };
  const show = (results: readonly Readonly<Record<Id, number>>[]) => ({
    stored: Math.round(
      quantile(
        results.map(({ stored }) => stored),
        0.5,
      ),
    ),
    clean: Math.round(
      quantile(
        results.map(({ clean }) => clean),
        0.5,
      ),
    ),
    ratio: Number(
      quantile(
        results.map(({ stored, clean }) => clean / stored),
        0.5,
      ).toFixed(3),
    ),
  });
  const edge = await edges.startEdge();
  const first = { stored: await readOnce(edge, 'stored'), clean: await readOnce(edge, 'clean') };
  const measure = async (id: Id): Promise<number> => {
    const headers = 'Accept-Encoding: gzip\r\n';
    const load = { port: edge.port, paths, hosts: [`${id}.localhost`], headers, connections: 16, seconds };
    const before = cpuSeconds(edge.pid);
    const { answers, failed } = await runLoad(load);
    if (failed > 0) throw new Error(`${failed} of ${answers} requests of ${id} failed`);
    return answers / (cpuSeconds(edge.pid) - before);
  };
  for (const id of ids) await measure(id);
  const hot: Record<Id, number>[] = [];
  for (let round = 0; round < rounds; round += 1)
    hot.push({ stored: await measure('stored'), clean: await measure('clean') });
  bench.show({
    hot: show(hot),
    first: show([first]),
    load: loadavg()[0],
  });
});
