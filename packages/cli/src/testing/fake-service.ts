import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly route: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** What a route answers: a status with a body that becomes JSON, unless it is text or bytes. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export type FakeRoutes = Readonly<Record<string, (body: unknown) => FakeAnswer>>;

export interface FakeService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Environment of a command that is to use it. */
  readonly env: Readonly<Record<string, string>>;
}

/** A real HTTP server with the answers of `routes` (`GET /v1/organization`); anything else answers 404 as the service does. */
export async function startFakeService(routes: FakeRoutes): Promise<FakeService> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      requests.push({ route, authorization: request.headers.authorization, body });
      const answer = routes[route]?.(body) ?? { status: 404, body: { error: 'no such object', code: 'not_found' } };
      const isRaw = typeof answer.body === 'string' || answer.body instanceof Uint8Array;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(isRaw ? answer.body : JSON.stringify(answer.body ?? null));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    requests,
    env: { DOCWRIGHT_BASE_URL: baseUrl, DOCWRIGHT_API_KEY: 'dw_test', DOCWRIGHT_PROJECT: 'proj_1' },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
