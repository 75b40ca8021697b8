/**
 * Measures activations at two edges while readers read from both: how soon both serve the new version, and whether any
 * request fails or mixes versions. `node bench/edge/activate-under-load.ts [activations]`. Goals: 1 s at two edges, 0
 * failed, 0 mixed.
 */
import { loadavg } from 'node:os';
import { makeFiles } from '../host/make-site.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { ask } from './ask.ts';
import { openEdgeBench } from './open-edge-bench.ts';
import { readUntil } from './watch-readers.ts';

const pages = 100;
const versions = 5;
const host = 'acme.localhost';

await openBench(async (bench) => {
  const [activations = 1_000] = bench.numbers;
  const edges = await openEdgeBench(bench);
  const labels = Array.from({ length: versions }, (_, index) => `of v${index}`);
  const files = new Map(labels.map((label) => [label, makeFiles(pages, label)] as const));
  const bundles = await Promise.all(labels.map((label, index) => edges.addBundle(`v${index}`, pages, label)));
  await edges.addSites([{ id: 'acme', bundles }]);
  const [first, second] = [await edges.startEdge(), await edges.startEdge()];
  const ports = [first.port, second.port];
  for (const port of ports) await ask(port, host, '/');
  const running = new AbortController();
  const paths = Array.from({ length: pages }, (_, index) => `guides/page-${index}.html`);
  const reading = readUntil({
    ports,
    host,
    readers: 8,
    expected: (label) => files.get(label),
    paths,
    signal: running.signal,
  });
  const times: number[] = [];
  for (let turn = 1; turn <= activations; turn += 1) {
    const index = turn % versions;
    // Writes the same rows as a promotion, and notifies the edges, in one transaction.
    await edges.pool.query(
      `with live as (update site_environments set active_deployment_id = $1 where id = 'env_acme')
       update site_deployments set activated_at = clock_timestamp() where id = $1 returning pg_notify('docwright_site', 'acme')`,
      [`dpl_v${index}`],
    );
    const committedAt = performance.now();
    const isLive = async (port: number): Promise<boolean> =>
      (await ask(port, host, '/')).body.toString().includes(`${labels[index] ?? ''}</h1>`);
    await Promise.all(
      ports.map(async (port) => {
        while (!(await isLive(port)));
      }),
    );
    times.push(performance.now() - committedAt);
  }
  running.abort();
  const counts = await reading;
  bench.show({
    activations,
    ...counts,
    p50Ms: Math.round(quantile(times, 0.5)),
    p95Ms: Math.round(quantile(times, 0.95)),
    mostMs: Math.round(Math.max(...times)),
    load: loadavg()[0],
  });
  if (counts.failed + counts.mixed > 0) process.exitCode = 1;
});
