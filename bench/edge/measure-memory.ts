/**
 * Measures the memory of one edge with 10,000 sites of 50 pages, 200 of which are read: `node
 * bench/edge/measure-memory.ts [sites] [hot] [--json]`. Each site that is read has its own bundle; the other sites
 * share the same bytes, stored under a separate key for each. Goal: 600 MB.
 */
import { loadavg } from 'node:os';
import { runLoad } from '../host/load.ts';
import { residentMegabytes } from '../host/process-cost.ts';
import { inParallel, openBench } from '../api/open-bench.ts';
import { ask } from './ask.ts';
import { openEdgeBench } from './open-edge-bench.ts';

const pages = 50;

await openBench(async (bench) => {
  const [count = 10_000, hot = 200] = bench.numbers;
  const edges = await openEdgeBench(bench);
  const ids = Array.from({ length: count }, (_, index) => `site-${index}`);
  const one = await edges.addBundle('first', pages, 'of all');
  const bundles = new Map<string, typeof one>();
  await inParallel(count, 8, async (index) => {
    const id = ids[index] ?? '';
    bundles.set(id, index < hot ? await edges.addBundle(id, pages, `of ${id}`) : await edges.copyBundle(id, one));
  });
  for (let from = 0; from < count; from += 1_000) {
    await edges.addSites(ids.slice(from, from + 1_000).map((id) => ({ id, bundles: [bundles.get(id) ?? one] })));
  }
  const edge = await edges.startEdge();
  const empty = residentMegabytes(edge.pid);
  const everyOnce = await readOnce(edge.port, ids);
  const known = residentMegabytes(edge.pid);
  const paths = Array.from({ length: pages }, (_, index) => `/guides/page-${index}.html`);
  const hosts = ids.slice(0, hot).map((id) => `${id}.localhost`);
  const load = { port: edge.port, paths, hosts, headers: 'Accept-Encoding: gzip\r\n', connections: 16, seconds: 20 };
  const { answers, failed } = await runLoad(load);
  bench.show({
    sites: count,
    hot,
    failed: failed + everyOnce.failed,
    answers,
    megabytesAtStart: Math.round(empty),
    megabytesKnown: Math.round(known),
    megabytesHot: Math.round(residentMegabytes(edge.pid)),
    load: loadavg()[0],
  });
});

async function readOnce(port: number, ids: readonly string[]): Promise<{ failed: number }> {
  let failed = 0;
  await inParallel(ids.length, 16, async (index) => {
    const answer = await ask(port, `${ids[index] ?? ''}.localhost`, '/').catch(() => undefined);
    if (answer?.status !== 200) failed += 1;
  });
  return { failed };
}
