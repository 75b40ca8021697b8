/**
 * Measures the first response for a page that an edge has never read, from S3 (Debian's Ceph): `node
 * bench/edge/measure-cold.ts [sites]`. The site isn't cached in one case (which adds a lookup and reading the index),
 * and is cached in the other. Goal: a median of 60 ms.
 */
import { loadavg } from 'node:os';
import { startS3Server } from '../../packages/server/src/platform/blob-store/testing/start-s3-server.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { ask } from './ask.ts';
import { openEdgeBench } from './open-edge-bench.ts';

await openBench(async (bench) => {
  const [count = 60] = bench.numbers;
  const s3 = await startS3Server();
  bench.defer(() => s3.stop());
  const edges = await openEdgeBench(bench, s3);
  const ids = Array.from({ length: count }, (_, index) => `site-${index}`);
  for (const id of ids) {
    const bundle = await edges.addBundle(id, 200, `of ${id}`);
    await edges.addSites([{ id, bundles: [bundle] }]);
  }
  const edge = await edges.startEdge();
  const read = async (path: string): Promise<number[]> => {
    const times: number[] = [];
    for (const id of ids) {
      const { status, ms } = await ask(edge.port, `${id}.localhost`, path);
      if (status !== 200) throw new Error(`${id}${path} returned ${status}`);
      times.push(ms);
    }
    return times;
  };
  const figures = { 'site and page': await read('/guides/page-7.html'), page: await read('/guides/page-150.html') };
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  const shown = Object.entries(figures).map(([name, ms]) => [
    name,
    { p50: round(quantile(ms, 0.5)), p95: round(quantile(ms, 0.95)) },
  ]);
  bench.show({ ...Object.fromEntries(shown), load: loadavg()[0] });
});
