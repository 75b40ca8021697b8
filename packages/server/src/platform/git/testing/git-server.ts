/** A folder of bare repositories served by git's own `http-backend`, with a token and with faults, for tests. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestGitServer {
  readonly url: string;
  readonly host: string;
  /** Responds in place of git; `undefined` lets git respond. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** `METHOD path` and the `Authorization` header of each request. */
  readonly seen: { readonly request: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

export async function startTestGitServer(projectRoot: string, authorization?: string): Promise<TestGitServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: TestGitServer = {
    url: `http://${host}`,
    host,
    fault: undefined,
    seen: [],
    close: () => close(server),
  };
  server.on('request', (request, response) => {
    running.seen.push({ request: `${request.method} ${request.url}`, authorization: request.headers.authorization });
    if (running.fault?.(request, response) === true) return;
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
    } else {
      serveGit(projectRoot, request, response);
    }
  });
  return running;
}

/** Answers one request with git's own `http-backend`. */
export function serveGit(projectRoot: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://git');
  const backend = spawn('git', ['-c', 'http.receivepack=true', '-c', 'safe.directory=*', 'http-backend'], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: projectRoot,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'tester',
    },
  });
  request.pipe(backend.stdin).on('error', () => {});
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.once('close', () => {
    const output = Buffer.concat(chunks);
    const headerEnd = output.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      output
        .subarray(0, headerEnd)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ', 2)),
    );
    const status = Number.parseInt(headers['Status'] ?? '200', 10);
    delete headers['Status'];
    response.writeHead(status, headers).end(output.subarray(headerEnd + 4));
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
