/**
 * Compares hot responses of an edge with those of nginx for the same files in one run, in requests per CPU-second: 200
 * sites of 50 pages by host name, and one of 5,000 pages. `node bench/edge/compare-edge.ts [sites] [pages] [seconds]`.
 * Goal: 0.35 of the rate of nginx (decision 87).
 */
import { chmod, mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { runLoad, type Load } from '../host/load.ts';
import { makeFiles, writeFolder } from '../host/make-site.ts';
import { cpuSeconds, residentMegabytes } from '../host/process-cost.ts';
import { startNginx } from '../host/start-nginx.ts';
import { inParallel, openBench } from '../api/open-bench.ts';
import { openEdgeBench } from './open-edge-bench.ts';

const smallPages = 50;
const rounds = 3;

await openBench(async (bench) => {
  const [count = 200, largePages = 5_000, seconds = 3] = bench.numbers;
  const edges = await openEdgeBench(bench);
  const folder = join(bench.folder, 'sites');
  const add = async (id: string, pages: number): Promise<void> => {
    const bundle = await edges.addBundle(id, pages, `of ${id}`);
    await edges.addSites([{ id, bundles: [bundle] }]);
    const site = join(folder, `${id}.localhost`);
    await mkdir(site, { recursive: true });
    await writeFolder(makeFiles(pages, `of ${id}`), site);
  };
  const ids = Array.from({ length: count }, (_, index) => `site-${index}`);
  await inParallel(count, 4, (index) => add(ids[index] ?? '', smallPages));
  await add('large', largePages);
  await chmod(bench.folder, 0o755);
  const edge = await edges.startEdge();
  const nginx = await startNginx(bench.folder, `${folder}/$host`);
  bench.defer(async () => nginx?.child.kill());
  if (nginx === undefined) console.log('nginx is not installed, so no ratio is shown');
  const toPaths = (pages: number): string[] =>
    Array.from({ length: pages }, (_, index) => `/guides/page-${(index * 7919) % pages}.html`);
  const cases = [
    {
      name: `${count} sites of ${smallPages} pages`,
      hosts: ids.map((id) => `${id}.localhost`),
      paths: toPaths(smallPages),
    },
    { name: `one site of ${largePages} pages`, hosts: ['large.localhost'], paths: toPaths(largePages) },
    { name: 'one page', hosts: ['large.localhost'], paths: ['/guides/page-1.html'] },
  ];
  const result: Record<string, unknown> = {};
  for (const { name, hosts, paths } of cases) {
    const best = { edge: 0, nginx: 0 };
    let failed = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const [target, at] of Object.entries({ edge, nginx }) as ['edge' | 'nginx', typeof nginx][]) {
        if (at === undefined) continue;
        const load: Load = {
          port: at.port,
          paths,
          hosts,
          headers: 'Accept-Encoding: gzip\r\n',
          connections: 16,
          seconds,
        };
        // Requests every page once before measuring.
        if (round === 0) await runLoad({ ...load, seconds: 8 });
        const before = cpuSeconds(at.pid);
        const done = await runLoad(load);
        failed += done.failed;
        best[target] = Math.max(best[target], done.answers / (cpuSeconds(at.pid) - before));
      }
    }
    result[name] = {
      edge: Math.round(best.edge),
      nginx: Math.round(best.nginx),
      ratio: Math.round((best.edge / best.nginx) * 100) / 100,
      failed,
      megabytes: Math.round(residentMegabytes(edge.pid)),
    };
  }
  bench.show({ ...result, load: loadavg()[0] });
});
