import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly route: string;
  readonly authorization: string | undefined;
  readonly ifMatch: string | undefined;
  readonly body: unknown;
}

/** The response of a route: a status and a body, which is sent as JSON unless it is text or bytes. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export type FakeRoutes = Readonly<Record<string, (body: unknown) => FakeAnswer>>;

export interface FakeService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Environment for commands that use this service. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a real HTTP server with the responses of `routes` (`GET /v1/organization`) and, at `/git/`, the repositories
 * of a folder. Other paths return 404.
 */
export async function startFakeService(routes: FakeRoutes, gitRoot?: string): Promise<FakeService> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    if (gitRoot !== undefined && request.url?.startsWith('/git/') === true) {
      requests.push({
        route: `${request.method ?? ''} ${request.url}`,
        authorization: request.headers.authorization,
        ifMatch: undefined,
        body: undefined,
      });
      return answerGit(request, response, gitRoot);
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const { authorization, 'if-match': ifMatch } = request.headers;
      requests.push({ route, authorization, ifMatch, body });
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

/** Responds with git's own server, run through CGI. */
function answerGit(request: IncomingMessage, response: ServerResponse, root: string): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const backend = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname.slice('/git'.length),
      REQUEST_METHOD: request.method,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers['content-type'],
      CONTENT_LENGTH: request.headers['content-length'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    const at = output.indexOf('\r\n\r\n');
    const headers = output
      .toString('latin1', 0, at)
      .split('\r\n')
      .map((line) => line.split(': ', 2) as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.end(output.subarray(at + 4));
  });
}
