/** Runs inside a network namespace without routes; `walk-images.ts` starts it. Prints the result as JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../../e2e/cluster/start-postgres.ts';
import { hangLimitMs } from '../hang-limit.ts';
import type { ImageName } from './create-images.ts';
import { listFiles } from './write-tarball.ts';
import { runContainer, startContainer, unpackImage, type ImageBundle, type RunningContainer } from './run-container.ts';

export interface ImageSteps {
  readonly version: string;
  /** Image → its archive. */
  readonly archives: Readonly<Record<ImageName, string>>;
}

export interface ImageResult {
  /** The user ID in the container, and what it can write: folder → `written` or the error code. */
  readonly service: Access;
  readonly host: Access;
  /** Paths of shells in the image of the host, which should have none. */
  readonly hostShells: readonly string[];
  /** The error of a request to another machine. */
  readonly network: string;
  /** The time until the whole service had also run the example's agent job and export. */
  readonly usedMs: number;
  /** Address → status of the objects that the first start created. */
  readonly answers: Readonly<Record<string, number>>;
  /** Command → its exit code after SIGTERM, and the time until it ended. */
  readonly stops: Readonly<Record<string, { readonly code: number | null; readonly ms: number }>>;
}

interface Access {
  readonly user: number;
  readonly written: Readonly<Record<string, string>>;
}

/** Progress goes to stderr: stdout contains only the result. */
const report = (line: string): void => console.error(`  ${line}`);

const steps = JSON.parse(process.argv[2] ?? '') as ImageSteps;
console.log(JSON.stringify(await walk(steps)));

async function walk({ version, archives }: ImageSteps): Promise<ImageResult> {
  const network = await fetch('http://192.0.2.1/').then(
    () => 'reached',
    (error: unknown) => String((error as { cause?: { code?: unknown } }).cause?.code),
  );
  const folder = await mkdtemp(join(tmpdir(), 'docwright-images-'));
  const postgres = await startPostgres();
  const containers: RunningContainer[] = [];
  const stops: Record<string, Awaited<ReturnType<RunningContainer['stop']>>> = {};
  const start = async (image: ImageBundle, container: Parameters<typeof startContainer>[1]) => {
    const started = await startContainer(image, container);
    containers.push(started);
    return started;
  };
  const stop = async (name: string, container: RunningContainer): Promise<void> => {
    stops[name] = await container.stop();
    containers.splice(containers.indexOf(container), 1);
  };
  try {
    const service = await unpackImage(archives.docwright, version, join(folder, 'service'));
    const host = await unpackImage(archives['docwright-host'], version, join(folder, 'host'));
    const data = join(folder, 'data');
    const access = { service: await probe(service, data), host: await probe(host, join(folder, 'host-data')) };
    const hostShells = listFiles(host.root).filter((path) => /(?:^|\/)(?:ba|da)?sh$/.test(path));
    const startedAt = performance.now();
    const database = { DATABASE_URL: postgres.url };
    const up = await start(service, {
      args: ['up', '--json'],
      env: { ...database, DOCWRIGHT_SANDBOX: 'require' },
      data,
    });
    const usedMs = performance.now() - startedAt;
    report(`docwright up in its image: first jobs done after ${(usedMs / 1000).toFixed(1)} s`);
    const { prLink, bundleUrl, siteUrl, baseUrl } = JSON.parse(up.line) as Readonly<Record<string, string>>;
    const settings = { STATIC_EXPORT_ENABLED: 'true', STATIC_EXPORT_BUNDLE_URL: bundleUrl ?? '' };
    const hosting = await start(host, { env: settings, data: join(folder, 'host-data') });
    await statusWhenReady('http://127.0.0.1:8080');
    const answers = {
      'pull request': await statusOf(prLink),
      bundle: await statusOf(bundleUrl),
      site: await statusOf(siteUrl),
      dashboard: await statusOf(`${baseUrl}/dashboard/`),
      'site of docwright-host': await statusOf('http://127.0.0.1:8080'),
    };
    await stop('docwright host', hosting);
    await stop('docwright up', up);
    await runContainer(service, { args: ['migrate'], env: database, data });
    const api = await start(service, { env: database, data });
    const worker = await start(service, { args: ['worker'], env: database, data });
    const edge = await start(service, { args: ['edge'], env: database, data });
    const several = {
      'API, ready': await statusWhenReady('http://127.0.0.1:4400'),
      // An edge itself answers only requests by IP address, because a name could be that of a site.
      'edge node, ready': await statusWhenReady('http://127.0.0.1:4401'),
    };
    for (const [name, container] of Object.entries({ serve: api, worker, edge }))
      await stop(`docwright ${name}`, container);
    return { ...access, hostShells, network, usedMs, answers: { ...answers, ...several }, stops };
  } finally {
    await Promise.allSettled(containers.map((container) => container.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes to folders of the image, with the image's Node. */
async function probe(image: ImageBundle, data: string): Promise<Access> {
  const program = `
    const { writeFileSync } = require('node:fs');
    const write = (folder) => { try { writeFileSync(folder + '/probe', ''); return 'written'; } catch ({ code }) { return code; } };
    const folders = ['/app', '/etc', '/data', '/tmp'];
    console.log(JSON.stringify({ user: process.getuid(), written: Object.fromEntries(folders.map((folder) => [folder, write(folder)])) }));`;
  return JSON.parse(await runContainer(image, { command: ['/usr/local/bin/node', '-e', program], data })) as Access;
}

async function statusOf(address: string | undefined): Promise<number> {
  const answer = await fetch(address ?? '');
  await answer.arrayBuffer();
  return answer.status;
}

/** @returns the status of `/readyz`, as soon as the process is ready */
async function statusWhenReady(origin: string): Promise<number> {
  const until = performance.now() + hangLimitMs;
  for (;;) {
    const status = await statusOf(`${origin}/readyz`).catch(() => 0);
    if (status === 200 || performance.now() > until) return status;
    await delay(50);
  }
}
