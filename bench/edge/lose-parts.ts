/**
 * Measures what readers notice when parts fail under load. First, one of two edges is killed with SIGKILL and
 * restarted; then PostgreSQL is stopped for some seconds; then the bundles are removed for the same time: `node
 * bench/edge/lose-parts.ts [seconds]`. Readers of the surviving edge, and of the pages it has cached, must notice
 * nothing.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '../../packages/server/src/index.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/platform/database/index.ts';
import { makeFiles } from '../host/make-site.ts';
import { openBench } from '../api/open-bench.ts';
import { ask } from './ask.ts';
import { openEdgeBench } from './open-edge-bench.ts';
import { readUntil } from './watch-readers.ts';

const pages = 100;
const host = 'acme.localhost';

await openBench(async (outer) => {
  const [seconds = 60] = outer.numbers;
  const options = { dataDir: join(outer.folder, 'own-database'), log: createLogger({ level: 'silent' }) };
  let postgres = await startEmbeddedPostgres(options);
  outer.defer(() => postgres.stop());
  const bench = { ...outer, databaseUrl: postgres.connectionString };
  const edges = await openEdgeBench(bench);
  const labels = ['of v0', 'of v1'];
  const files = new Map(labels.map((label) => [label, makeFiles(pages, label)] as const));
  const bundles = await Promise.all(labels.map((label, index) => edges.addBundle(`v${index}`, pages, label)));
  await edges.addSites([{ id: 'acme', bundles }]);
  const [doomed, sound] = [await edges.startEdge(), await edges.startEdge()];
  for (const { port } of [doomed, sound]) await ask(port, host, '/');
  const paths = Array.from({ length: pages }, (_, index) => `guides/page-${index}.html`);
  const running = new AbortController();
  const expected = (label: string) => files.get(label);
  const watch = (port: number, signal: AbortSignal) =>
    readUntil({ ports: [port], host, readers: 4, expected, paths, signal });
  const ofSound = watch(sound.port, running.signal);
  const beforeKill = new AbortController();
  const ofDoomed = watch(doomed.port, beforeKill.signal);
  await delay(1_000);
  process.kill(doomed.pid, 'SIGKILL');
  await delay(1_000);
  beforeKill.abort();
  const startedAt = performance.now();
  const again = await edges.startEdge();
  const first = await ask(again.port, host, '/');
  const backMs = Math.round(performance.now() - startedAt);
  await postgres.stop();
  const away = performance.now();
  let unknown = 0;
  while (performance.now() - away < seconds * 1000) {
    const { status } = await ask(again.port, 'nobody-knows.localhost', '/');
    if (status === 503) unknown += 1;
    await delay(500);
  }
  postgres = await startEmbeddedPostgres(options);
  await edges.pool.query(
    `with live as (update site_environments set active_deployment_id = 'dpl_v1' where id = 'env_acme') select pg_notify('docwright_site', 'acme')`,
  );
  const written = performance.now();
  while (!(await ask(sound.port, host, '/')).body.toString().includes('of v1</h1>')) await delay(20);
  const caughtUpMs = Math.round(performance.now() - written);
  // Reads every page of the other version before the bundles are removed.
  for (const path of paths) await ask(sound.port, host, `/${path}`);
  const bundlesAt = join(outer.folder, 'data', 'blobs', 'objects');
  await rename(bundlesAt, `${bundlesAt}-away`);
  const beforeAway = performance.now();
  let cold = 0;
  while (performance.now() - beforeAway < seconds * 1000) {
    const { status } = await ask(again.port, host, `/${paths[cold % paths.length] ?? ''}`);
    if (status >= 500) cold += 1;
    await delay(500);
  }
  await rename(`${bundlesAt}-away`, bundlesAt);
  const { status: coldAfter } = await ask(again.port, host, `/${paths.at(-1) ?? ''}`);
  running.abort();
  const counts = await ofSound;
  const lost = await ofDoomed;
  bench.show({
    'responses of the other edge': counts,
    'mixed responses of the killed edge': lost.mixed,
    'from its restart to its first page, ms': backMs,
    'its first page': first.status,
    'seconds without PostgreSQL': seconds,
    'unknown names that must retry later': unknown,
    'activation after the restart of PostgreSQL, ms': caughtUpMs,
    'seconds without bundles': seconds,
    'refused pages that were never read before': cold,
    'such a page after that': coldAfter,
  });
  if (counts.failed + counts.mixed + lost.mixed > 0) process.exitCode = 1;
});
