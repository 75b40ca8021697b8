/**
 * From the push of one edited page to its changed bytes at the live address: `node bench/deploy/push-to-live.ts [pages] [pushes]`.
 *
 * API, worker and edge are processes as an installation has them, on embedded defaults; the page is asked for every 10 ms. The first
 * deployment is shown too, a push after a restart of the worker, and pushes of production and of a preview in turn. Goals at 1,000
 * pages: 2 s in the middle, 4 s for 95 of 100, 8 s for the first; at 5,000 pages 6 s.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '../../packages/sdk/src/index.ts';
import { pagePath } from '../site-builder/generate-site.ts';
import { writeDocsSite } from '../site-builder/write-docs-site.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { ask } from '../edge/ask.ts';

const run = promisify(execFile);

await openBench(async (bench) => {
  const [pages = 1_000, pushes = 20] = bench.numbers;
  const flags = {
    databaseUrl: bench.databaseUrl,
    dataDir: join(bench.folder, 'data'),
    port: '0',
    sitesPort: '0',
    logLevel: 'warn',
    agentConcurrency: '0',
  };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const { baseUrl = '', apiKey = '' } = api.ready;
  const shared = JSON.stringify({ ...flags, baseUrl });
  let worker = await startChild('run-service.ts', 'worker', shared);
  bench.defer(() => worker.stop());
  const edge = await startChild('../edge/run-edge.ts', shared);
  bench.defer(() => edge.stop());
  const port = Number(new URL(edge.ready['address'] ?? '').port);
  const client = createClient({ baseUrl, apiKey });

  const clone = join(bench.folder, 'clone');
  const git = (...args: string[]) => run('git', ['-C', clone, ...args], { maxBuffer: 1e8 });
  await run('git', ['init', '-q', '-b', 'main', clone]);
  await git('config', 'user.email', 'bench@example.com');
  await git('config', 'user.name', 'Bench');
  writeDocsSite(clone, pages);
  const repository = await client.createRepository({ name: 'generated' });
  await git('remote', 'add', 'origin', repository.cloneUrl.replace('://', `://key:${apiKey}@`));
  await git('add', '-A');
  await git('commit', '-qm', 'Generated');
  await git('push', '-q', 'origin', 'main');

  let edits = 0;
  const untilShown = async (host: string, path: string, text: string): Promise<void> => {
    for (;;) {
      const { status, body } = await ask(port, host, `/${path}`);
      if (status === 200 && body.toString().includes(text)) return;
      await delay(10);
    }
  };
  /** Milliseconds from the push's end to the changed page. */
  const push = async (branch: string, host: () => Promise<string>): Promise<number> => {
    edits += 1;
    const path = pagePath((edits * 37) % pages);
    const file = join(clone, `${path}.mdx`);
    const text = `Edit number ${String(edits)} of this measurement.`;
    await writeFile(file, `${await readFile(file, 'utf8')}\n\n${text}\n`);
    await git('commit', '-qam', text);
    await git('push', '-q', 'origin', `HEAD:${branch}`);
    const startedAt = performance.now();
    await untilShown(await host(), path, text);
    return performance.now() - startedAt;
  };

  const createdAt = performance.now();
  const project = await client.createProject({ name: 'generated', repository: repository.cloneUrl });
  const { url } = await client.getSite({ projectId: project.id });
  const production = async (): Promise<string> => new URL(url).host;
  await untilShown(await production(), pagePath(0), '<html');
  const first = performance.now() - createdAt;

  const times: number[] = [];
  for (let turn = 0; turn < pushes; turn += 1) times.push(await push('main', production));

  await worker.stop();
  worker = await startChild('run-service.ts', 'worker', shared);
  const afterRestart = await push('main', production);

  await git('push', '-q', 'origin', 'HEAD:next');
  const { previewUrl } = await client.createPreviewDeployment({ projectId: project.id, branch: 'next' });
  const preview = async (): Promise<string> => new URL(previewUrl).host;
  await untilShown(await preview(), pagePath(0), '<html');
  const inTurn: number[] = [];
  for (let turn = 0; turn < 6; turn += 1)
    inTurn.push(await push(turn % 2 === 0 ? 'next' : 'main', turn % 2 === 0 ? preview : production));

  const ms = (value: number): number => Math.round(value);
  bench.show({
    pages,
    pushes,
    firstMs: ms(first),
    p50Ms: ms(quantile(times, 0.5)),
    p95Ms: ms(quantile(times, 0.95)),
    afterRestartMs: ms(afterRestart),
    inTurnP50Ms: ms(quantile(inTurn, 0.5)),
    inTurnMostMs: ms(Math.max(...inTurn)),
    load: loadavg()[0],
  });
});
