import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger, ensureFirstStart, loadSettings, serve, work, type RunningApi } from '@docwright/server';
import { copyTemplateDatabase } from '../../packages/server/src/testing/template-database.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

export interface TestService {
  readonly api: RunningApi;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly domain: string;
  readonly dataDir: string;
  /** The settings as another process of the same installation would load them. */
  readonly settings: ReturnType<typeof loadSettings>;
  /**
   * Sends a request with the first key, unless `headers` contain another key. A `body` that isn't a string is sent as
   * JSON.
   */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Stops the worker; the API keeps running, and later jobs remain queued. */
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The key; `null` sends none. */
  readonly key?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert what it is
  readonly json: any;
}

const exampleFolder = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));

export interface ServiceOptions {
  readonly worker?: boolean;
  /**
   * Whether to use a separate PostgreSQL server in the data folder, for other processes that open the same folder.
   * Creating it takes 2 s of processor time; other services share a server, with one database each.
   */
  readonly embedded?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the real service in its own folder, with a worker in the same process if requested. */
export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docwright-test-'));
  const log = createLogger({ level: 'silent' });
  const database = options.embedded === true ? undefined : await copyTemplateDatabase();
  // Deployments are off unless a test is about them, so that other projects aren't built on each push.
  const flags = {
    dataDir,
    port: '0',
    sitesPort: '0',
    deploymentConcurrency: '0',
    // No server listens at this address, so that no test queries the machine's DNS.
    dnsServers: '127.0.0.1:9',
    // Links to other hosts in the example aren't checked.
    linkChecks: 'no',
    ...(database !== undefined && { databaseUrl: database.url, sandbox: 'auto' }),
    ...options.settings,
  };
  const settings = loadSettings({ flags, environment: {} });
  const api = await serve(settings, log);
  const first = await ensureFirstStart(api, settings, exampleFolder);
  if (first?.projectId === undefined || first.domain === undefined) throw new Error('the example site is missing');
  // Both are off unless a test is about readers, because the tests' requests would count as views and reach the limit
  // for one network.
  await api.platform.database.pool.query(
    `update projects set features = features || '{"analytics": false, "feedback": false}' where id = $1`,
    [first.projectId],
  );
  const worker = options.worker === true ? await work({ ...settings, baseUrl: api.baseUrl }, log) : undefined;
  const { baseUrl } = api;
  return {
    api,
    baseUrl,
    dataDir,
    settings: { ...settings, baseUrl },
    apiKey: first.apiKey,
    organizationId: first.organizationId,
    projectId: first.projectId,
    domain: first.domain,
    request: (method, path, request = {}) => send(`${baseUrl}${path}`, method, { key: first.apiKey, ...request }),
    stopWorker: async () => worker?.stop(),
    stop: async () => {
      await worker?.stop();
      await api.stop();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function send(url: string, method: string, { body, headers = {}, key }: RequestOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // The response to a v1 agent job lasts as long as the job, so only its headers are awaited.
  const isEndless = response.headers.has('x-session-id');
  const text = isEndless ? '' : await response.text();
  if (isEndless) await response.body?.cancel();
  const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** The maximum number of refusals: a busy database refuses requests that waited too long for a connection. */
const maxRefusals = 20;

/** Sends a request like a client that obeys `Retry-After`: on a busy machine, the service may refuse it at first. */
export async function sendWhenAvailable<T extends { status: number }>(
  send: () => Promise<T>,
  retryAfterOf: (answer: T) => string | null | undefined,
): Promise<T> {
  for (let refusals = 0; ; refusals += 1) {
    const answer = await send();
    const seconds = Number(retryAfterOf(answer) ?? 'none');
    if (answer.status !== 503 || !(seconds >= 0) || refusals === maxRefusals) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Repeats `ask` until `isDone` accepts its result, and returns the result. */
export async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + hangLimitMs;
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (performance.now() > deadline) throw new Error(`not done in ${hangLimitMs} ms: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
