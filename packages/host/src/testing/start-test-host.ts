import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHostSettings, startHost } from '../index.ts';
import type { Host, HostDependencies } from '../index.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

export interface TestHost extends Host, AsyncDisposable {
  readonly logLines: LogLine[];
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Sends a raw request, so that its path isn't normalized. */
export function send(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(origin);
  const outgoing = request({ hostname, port, path, headers, method, agent: false }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () => {
      const body = Buffer.concat(parts);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString() });
    });
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

export async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'docwright-host-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export async function startTestHost(
  dataDir: string,
  input: object = {},
  dependencies: Partial<HostDependencies> = {},
): Promise<TestHost> {
  const logLines: LogLine[] = [];
  const line = (level: LogLine['level']) => (fields: object, message: string) =>
    void logLines.push({ level, message, fields });
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  const settings = parseHostSettings({
    dataDir,
    port: 0,
    address: '127.0.0.1',
    accessLog: false,
    brotliQuality: 0,
    ...input,
  });
  const host = await startHost(settings, { log, ...dependencies });
  return Object.assign(host, {
    logLines,
    get: (path: string, headers?: Record<string, string>, method?: string) => send(host.address, path, headers, method),
    [Symbol.asyncDispose]: () => host.stop(),
  });
}
