import { request, type IncomingHttpHeaders } from 'node:http';
import { testListenSettings } from './test-listen-settings.ts';
import { createSiteListener, ListeningServers } from '../index.ts';
import type { SiteListenerOptions } from '../index.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestSites extends AsyncDisposable {
  readonly errors: unknown[];
  get(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer>;
}

/** Starts a real server for the sites that `find` returns. Clients identify themselves with the `X-Client` header. */
export async function serveSites(options: Pick<SiteListenerOptions, 'find' | 'admit'>): Promise<TestSites> {
  const errors: unknown[] = [];
  const observer = {
    answered: (): void => undefined,
    failed: (_exchange: unknown, error: unknown): void => void errors.push(error),
  };
  const networkOf: SiteListenerOptions['networkOf'] = ({ headers }) => String(headers['x-client'] ?? '');
  const shared = { observer, nowMs: Date.now, isStopping: () => false, networkOf };
  const servers = new ListeningServers(testListenSettings);
  const { port } = new URL(await servers.listen(0, createSiteListener({ ...shared, ...options })));
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const outgoing = request({ hostname: '127.0.0.1', port, path, headers, method, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
    return promise;
  };
  return { errors, get, [Symbol.asyncDispose]: () => servers.stop() };
}
