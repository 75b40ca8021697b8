/**
 * Measures many consecutive pushes to one branch: `node bench/deploy/many-pushes.ts [pages] [pushes] [seconds]`.
 *
 * Shows the highest numbers of deployments that are building and waiting at the same time (goal: 1 each), and how long
 * after the last push its page is live (goal: 4 s at 1,000 pages).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBench } from '../api/open-bench.ts';
import { pagePath } from '../site-builder/generate-site.ts';
import { openClone, startLiveInstallation, untilShown } from './live-installation.ts';

await openBench(async (bench) => {
  const [pages = 1_000, pushes = 100, seconds = 60] = bench.numbers;
  const { client, apiKey, port } = await startLiveInstallation(bench);
  const { cloneUrl } = await client.createRepository({ name: 'generated' });
  const clone = await openClone(bench.folder, { pages, remote: cloneUrl.replace('://', `://key:${apiKey}@`) });
  const project = await client.createProject({ name: 'generated', repository: cloneUrl });
  const { url } = await client.getSite({ projectId: project.id });
  await untilShown(port, { url, path: pagePath(0), text: '<html' });

  let [mostBuilding, mostWaiting] = [0, 0];
  const watched = new AbortController();
  const watching = watch(watched.signal, async () => {
    const { deployments } = await client.listDeployments({ projectId: project.id, limit: 20 });
    mostBuilding = Math.max(mostBuilding, deployments.filter(({ status }) => status === 'in_progress').length);
    mostWaiting = Math.max(mostWaiting, deployments.filter(({ status }) => status === 'queued').length);
  });
  const path = pagePath(7);
  const file = join(clone.folder, `${path}.mdx`);
  const before = await readFile(file, 'utf8');
  const startedAt = performance.now();
  let text = '';
  for (let push = 1; push <= pushes; push += 1) {
    text = `Push number ${push} of this measurement.`;
    await writeFile(file, `${before}\n\n${text}\n`);
    await clone.git('commit', '-qam', text);
    await clone.git('push', '-q', 'origin', 'HEAD:main');
    const due = startedAt + (push * seconds * 1000) / pushes;
    if (push < pushes) await delay(Math.max(0, due - performance.now()));
  }
  const pushedAt = performance.now();
  await untilShown(port, { url, path, text });
  const lastLiveMs = Math.round(performance.now() - pushedAt);
  watched.abort();
  await watching;
  const took = Math.round((pushedAt - startedAt) / 1000);
  bench.show({ pages, pushes, seconds: took, mostBuilding, mostWaiting, lastLiveMs, load: loadavg()[0] });
});

async function watch(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await look();
    await delay(100);
  }
}
