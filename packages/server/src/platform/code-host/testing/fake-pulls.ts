/** The state behind the fake GitLab and Gitea of the contract tests: branches and pull requests, with a host's own rules. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakePull {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  readonly head: string;
  readonly base: string;
  readonly draft?: boolean;
}

export interface FakeState {
  readonly branches: Set<string>;
  readonly pulls: FakePull[];
  readonly labels: string[];
}

export interface FakeRequest {
  readonly method: string;
  /** Still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface FakeServer {
  readonly url: string;
  readonly host: string;
  readonly state: FakeState;
  close(): Promise<void>;
}

export async function startFakeHost(
  answerTo: (request: FakeRequest, state: FakeState, url: string) => FakeAnswer,
): Promise<FakeServer> {
  const state: FakeState = { branches: new Set(['main']), pulls: [], labels: [] };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = (await request.toArray()).join('');
    const url = new URL(request.url ?? '/', `http://${host}`);
    const given = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      authorization: request.headers.authorization ?? '',
    };
    const { status, body } = answerTo(given, state, `http://${host}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  server.on('request', (request, response) => void respond(request, response));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://${host}`, host, state, close };
}

/** Makes a pull request, or names the refusal. */
export function openPull(
  state: FakeState,
  pull: Omit<FakePull, 'number' | 'state'>,
): FakePull | 'exists' | 'missing' | 'same' {
  if (!state.branches.has(pull.head) || !state.branches.has(pull.base)) return 'missing';
  if (pull.head === pull.base) return 'same';
  if (state.pulls.some(({ state: now, head, base }) => now === 'open' && head === pull.head && base === pull.base))
    return 'exists';
  const made: FakePull = { ...pull, number: state.pulls.length + 1, state: 'open' };
  state.pulls.push(made);
  return made;
}
