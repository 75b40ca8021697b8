/**
 * Measures the time from the push of one edited page to its changed bytes at the live address: `node
 * bench/deploy/push-to-live.ts [pages] [pushes]`.
 *
 * The API, the worker and the edge are separate processes, as in an installation, with default settings; the page
 * is requested every 10 ms. Also shown: the first deployment, a push after a worker's restart, alternating pushes to
 * production and a preview, and pushes while a second worker also waits for jobs. Goals for 95 of 100 pushes: 1 s at
 * 1,000 pages, 2 s at 5,000.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pagePath } from '../site-builder/generate-site.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { openClone, startLiveInstallation, untilShown, type Clone } from './live-installation.ts';

await openBench(async (bench) => {
  const [pages = 1_000, pushes = 20] = bench.numbers;
  const installation = await startLiveInstallation(bench);
  const { client, apiKey, port } = installation;
  const { cloneUrl } = await client.createRepository({ name: 'generated' });
  const clone = await openClone(bench.folder, { pages, remote: cloneUrl.replace('://', `://key:${apiKey}@`) });
  const push = createPush({ clone, pages, port });

  const createdAt = performance.now();
  const project = await client.createProject({ name: 'generated', repository: cloneUrl });
  const { url } = await client.getSite({ projectId: project.id });
  await untilShown(port, { url, path: pagePath(0), text: '<html' });
  const first = performance.now() - createdAt;

  const times: number[] = [];
  for (let turn = 0; turn < pushes; turn += 1) times.push(await push('main', url));

  await installation.restartWorker();
  const afterRestart = await push('main', url);

  await clone.git('push', '-q', 'origin', 'HEAD:next');
  const { previewUrl } = await client.createPreviewDeployment({ projectId: project.id, branch: 'next' });
  await untilShown(port, { url: previewUrl, path: pagePath(0), text: '<html' });
  const inTurn: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) inTurn.push(await push('next', previewUrl), await push('main', url));

  await installation.addWorker();
  const ofTwo: number[] = [];
  for (let turn = 0; turn < Math.min(pushes, 10); turn += 1) ofTwo.push(await push('main', url));

  bench.show({
    pages,
    pushes,
    firstMs: Math.round(first),
    p50Ms: Math.round(quantile(times, 0.5)),
    p95Ms: Math.round(quantile(times, 0.95)),
    afterRestartMs: Math.round(afterRestart),
    inTurnP50Ms: Math.round(quantile(inTurn, 0.5)),
    inTurnMostMs: Math.round(Math.max(...inTurn)),
    twoWorkersP50Ms: Math.round(quantile(ofTwo, 0.5)),
    twoWorkersMostMs: Math.round(Math.max(...ofTwo)),
    load: loadavg()[0],
  });
});

/** Edits a different page in each call, and returns the milliseconds from the end of the push to the changed page. */
function createPush({ clone, pages, port }: { readonly clone: Clone; readonly pages: number; readonly port: number }) {
  let edits = 0;
  return async (branch: string, url: string): Promise<number> => {
    edits += 1;
    const path = pagePath((edits * 37) % pages);
    const file = join(clone.folder, `${path}.mdx`);
    const text = `Edit number ${edits} of this measurement.`;
    await writeFile(file, `${await readFile(file, 'utf8')}\n\n${text}\n`);
    await clone.git('commit', '-qam', text);
    await clone.git('push', '-q', 'origin', `HEAD:${branch}`);
    const startedAt = performance.now();
    await untilShown(port, { url, path, text });
    return performance.now() - startedAt;
  };
}
