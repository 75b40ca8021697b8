/**
 * Shared by the measurements in this folder: an API, a worker and an edge as separate processes on one database, and a
 * repository of generated pages.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient, type Client } from '../../packages/sdk/src/index.ts';
import type { Bench } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { ask } from '../edge/ask.ts';
import { writeDocsSite } from '../site-builder/write-docs-site.ts';

const run = promisify(execFile);

export interface LiveInstallation {
  readonly client: Client;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The edge's port. */
  readonly port: number;
  restartWorker(): Promise<void>;
  /** Adds another worker on the same data folder, where the embedded code host stores its repositories. */
  addWorker(): Promise<void>;
}

/** Starts the three processes, which stop at the end of the measurement. `settings` override the defaults. */
export async function startLiveInstallation(
  bench: Bench,
  settings: Readonly<Record<string, string>> = {},
): Promise<LiveInstallation> {
  const flags = {
    databaseUrl: bench.databaseUrl,
    dataDir: join(bench.folder, 'data'),
    port: '0',
    sitesPort: '0',
    logLevel: 'warn',
    agentConcurrency: '0',
    ...settings,
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
  return {
    client: createClient({ baseUrl, apiKey }),
    baseUrl,
    apiKey,
    port,
    restartWorker: async () => {
      await worker.stop();
      worker = await startChild('run-service.ts', 'worker', shared);
    },
    addWorker: async () => {
      const another = await startChild('run-service.ts', 'worker', shared);
      bench.defer(() => another.stop());
    },
  };
}

export interface Clone {
  git(...args: string[]): Promise<unknown>;
  readonly folder: string;
}

/** Generates a site in a new repository, and pushes it to `remote`. */
export async function openClone(
  parent: string,
  { pages, remote }: { readonly pages: number; readonly remote: string },
): Promise<Clone> {
  const folder = join(parent, 'clone');
  const git = (...args: string[]) => run('git', ['-C', folder, ...args], { maxBuffer: 1e8 });
  await run('git', ['init', '-q', '-b', 'main', folder]);
  await git('config', 'user.email', 'bench@example.com');
  await git('config', 'user.name', 'Bench');
  writeDocsSite(folder, pages);
  await git('remote', 'add', 'origin', remote);
  await git('add', '-A');
  await git('commit', '-qm', 'Generated');
  await git('push', '-q', 'origin', 'main');
  return { git, folder };
}

/** Requests a page from an edge every 10 ms, until it contains the text. */
export async function untilShown(
  port: number,
  { url, path, text }: { readonly url: string; readonly path: string; readonly text: string },
): Promise<void> {
  for (;;) {
    const { status, body } = await ask(port, new URL(url).host, `/${path}`);
    if (status === 200 && body.toString().includes(text)) return;
    await delay(10);
  }
}
