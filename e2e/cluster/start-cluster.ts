import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { docwrightJson } from '../cli/run-docwright.ts';
import { startProcess, type Process } from '../faults/processes.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { installCeph } from '../../packages/server/src/platform/blob-store/testing/install-ceph.ts';
import { startS3Server, type S3Server } from '../../packages/server/src/platform/blob-store/testing/start-s3-server.ts';
import { findPostgres } from './find-postgres.ts';
import { startPostgres, type PostgresServer } from './start-postgres.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

/** Returns the reason why no cluster can run here, or `undefined`. */
export function findObstacle(): string | undefined {
  if (findPostgres() === undefined) return "Debian's PostgreSQL is not installed (package postgresql)";
  const reason = installCeph();
  return reason === undefined ? undefined : `no S3 server: ${reason}`;
}

type AskRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** Processes of one installation on an operator's PostgreSQL and S3, with one project of the example site. */
export interface Cluster {
  readonly folder: string;
  readonly postgres: PostgresServer;
  readonly s3: S3Server;
  /** Settings of every process, and of the command. */
  readonly env: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly projectId: string;
  /** The API process that was started with the cluster. */
  readonly api: Process;
  start(command: 'serve' | 'worker' | 'edge', more?: Readonly<Record<string, string>>): Process;
  /** Sends a request to the API. @throws {AssertionError} unless it succeeds */
  ask(path: string, request?: AskRequest): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** @param settings for every process; the API keeps its port when it is restarted */
export async function startCluster(domain: string, settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-cluster-'));
  // Started one after another, so that the first server is stopped if the second one fails.
  const postgres = await startPostgres();
  const s3 = await startS3Server().catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const port = await findFreePort();
  const processes: Process[] = [];
  const own = {
    ...settings,
    DATABASE_URL: postgres.url,
    // Replicas that share the embedded code host need a common data folder.
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_PORT: String(port),
    DOCWRIGHT_S3_ENDPOINT: s3.endpoint,
    DOCWRIGHT_S3_BUCKET: s3.bucket,
    DOCWRIGHT_S3_REGION: s3.region,
    DOCWRIGHT_S3_ACCESS_KEY_ID: s3.accessKey,
    DOCWRIGHT_S3_SECRET_ACCESS_KEY: s3.secretKey,
  };
  let env: Readonly<Record<string, string>> = own;
  const start: Cluster['start'] = (command, more = {}) => {
    const started = startProcess([command], { ...env, ...more }, join(folder, `${command}.log`));
    processes.push(started);
    return started;
  };
  const close = async (): Promise<void> => {
    for (const one of processes) one.killGroup();
    await Promise.all(processes.map(({ ended }) => ended));
    await Promise.all([postgres.stop(), s3.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const api = start('serve');
    const { json: made } = await docwrightJson(['keys', 'create', '--local', '--name', 'first'], env);
    const apiKey = String(made['key']);
    const { baseUrl } = await api.ready;
    env = { ...own, DOCWRIGHT_BASE_URL: String(baseUrl), DOCWRIGHT_API_KEY: apiKey };
    const site = ['--from', 'examples/docs-site', '--domain', domain];
    const { json: project } = await docwrightJson(['projects', 'create', ...site], env);
    const ask: Cluster['ask'] = async (path, request = {}) => {
      const headers = { authorization: `Bearer ${apiKey}`, ...request.headers };
      const answer = await fetch(`${String(baseUrl)}${path}`, { ...request, headers });
      const text = await answer.text();
      assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    };
    return { folder, postgres, s3, env, apiKey, projectId: String(project['id']), api, start, ask, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends SIGTERM to a worker, which exits by itself. */
export async function stopWorker(worker: Process): Promise<void> {
  await worker.ready;
  worker.kill('SIGTERM');
  assert.equal((await worker.ended).code, 0);
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + hangLimitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not reached in ${hangLimitMs} ms: ${String(isSo)}`);
    await delay(50);
  }
}
