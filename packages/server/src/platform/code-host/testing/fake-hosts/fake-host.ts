/**
 * A code host for tests: a REST API with a host's rules and wording (`FakeDialect`), and git's `http-backend` at the
 * same address. Both require the credential in the host's format.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveGit } from '../../../git/testing/git-server.ts';

/** Problems with a repository, or with the credential's access to it. */
export type Trouble =
  | 'revoked'
  | 'gone'
  | 'renamed'
  | 'archived'
  | 'read-only'
  | 'pull-requests-off'
  | 'pull-requests-forbidden'
  | 'git-refused'
  | 'push-refused';

export interface FakePull {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  readonly head: string;
  readonly base: string;
  readonly draft?: boolean;
  /** Whether its branch is in another repository. */
  readonly isFork?: boolean;
}

export interface FakeComment {
  readonly id: number;
  readonly pull: number;
  body: string;
}

/** A status as it was sent to the host, in the host's own format. */
export interface FakeStatus {
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string;
  readonly url: string;
}

export interface FakeRepository {
  /** `acme/docs`, as the host spells it. */
  readonly name: string;
  readonly hasBranch: (name: string) => boolean;
  readonly pulls: FakePull[];
  readonly labels: string[];
  readonly comments: FakeComment[];
  readonly statuses: FakeStatus[];
  /** Bodies of the requests that created hooks. */
  readonly hooks: Readonly<Record<string, unknown>>[];
  /** Responses from the host about the protection of its branches, by path; unprotected by default. */
  readonly protection: Map<string, unknown>;
  trouble: Trouble | undefined;
}

export interface FakeRequest {
  readonly method: string;
  /** The part after the repository's own path. */
  readonly rest: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Address of the server. */
  readonly url: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FakeDialect {
  readonly apiPath: string;
  /** The `Authorization` headers for the API and for git. */
  readonly authorization: { readonly api: string; readonly git: string };
  /** The path of a repository in the API. */
  readonly pathOf: (name: string) => string;
  /** The beginning of its pull requests' paths. */
  readonly pulls: string;
  readonly answer: (request: FakeRequest, repository: FakeRepository) => FakeAnswer;
  /** Responses for paths outside repositories. */
  readonly answerElsewhere?: (
    asked: { path: string; query: URLSearchParams },
    repositories: readonly FakeRepository[],
  ) => FakeAnswer | undefined;
  /** The host's error response. */
  readonly refuse: (status: 401 | 403 | 404) => unknown;
}

export interface FakeServer {
  readonly url: string;
  readonly host: string;
  readonly apiUrl: string;
  /** The `Authorization` header of each git request. */
  readonly gitAuthorizations: string[];
  add(repository: Pick<FakeRepository, 'name' | 'hasBranch'> & { readonly trouble?: Trouble }): FakeRepository;
  close(): Promise<void>;
}

/** @param gitRoot the folder of bare repositories: `acme/docs.git` */
export async function startFakeHost(dialect: FakeDialect, gitRoot?: string): Promise<FakeServer> {
  const repositories: FakeRepository[] = [];
  const gitAuthorizations: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', url).pathname;
    const cloned = repositories.find(({ name }) => path.startsWith(`/${name}.git/`));
    if (cloned === undefined || gitRoot === undefined)
      return void answerApi({ dialect, repositories, url }, request, response);
    gitAuthorizations.push(request.headers.authorization ?? '');
    const refusal = refuseGit(dialect, cloned, request);
    if (refusal === undefined) serveGit(gitRoot, request, response);
    else response.writeHead(refusal, { location: `${url}/${newName(cloned)}.git`, 'www-authenticate': 'Basic' }).end();
  });
  return {
    url,
    host,
    apiUrl: url + dialect.apiPath,
    gitAuthorizations,
    add: ({ trouble, ...fields }) => {
      const repository: FakeRepository = {
        ...fields,
        pulls: [],
        labels: [],
        comments: [],
        statuses: [],
        hooks: [],
        protection: new Map(),
        trouble,
      };
      repositories.push(repository);
      if (trouble === 'renamed') repositories.push({ ...repository, name: newName(repository), trouble: undefined });
      return repository;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const newName = ({ name }: Pick<FakeRepository, 'name'>): string => `${name}-renamed`;

/** Returns a status, or `undefined` if git may serve the request. */
function refuseGit(dialect: FakeDialect, { trouble }: FakeRepository, request: IncomingMessage): number | undefined {
  if (request.headers.authorization !== dialect.authorization.git) return 401;
  if (trouble === 'git-refused' || trouble === 'revoked') return 401;
  if (trouble === 'gone') return 404;
  if (trouble === 'renamed') return 301;
  const isPush = (request.url ?? '').includes('git-receive-pack');
  return trouble === 'push-refused' && isPush ? 403 : undefined;
}

interface FakeApi {
  readonly dialect: FakeDialect;
  readonly repositories: readonly FakeRepository[];
  readonly url: string;
}

async function answerApi(api: FakeApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.toArray()).join('');
  const { status, body, headers } = toAnswer(api, request, text);
  const json = body === undefined ? '' : JSON.stringify(body);
  // GitHub and GitLab use the same format.
  const etag = `W/"${createHash('sha256').update(json).digest('hex')}"`;
  if (request.method === 'GET' && status === 200 && request.headers['if-none-match'] === etag)
    return void response.writeHead(304, { etag }).end();
  response.writeHead(status, { 'content-type': 'application/json', etag, ...headers }).end(json);
}

function toAnswer({ dialect, repositories, url }: FakeApi, request: IncomingMessage, text: string): FakeAnswer {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
  const refuse = (status: 401 | 403 | 404): FakeAnswer => ({ status, body: dialect.refuse(status) });
  if (request.headers.authorization !== dialect.authorization.api) return refuse(401);
  const path = pathname.slice(dialect.apiPath.length);
  const isIn = ({ name }: FakeRepository): boolean => `${path}/`.startsWith(`${dialect.pathOf(name)}/`);
  const repository = repositories.find(isIn);
  if (repository === undefined) return dialect.answerElsewhere?.({ path, query }, repositories) ?? refuse(404);
  const rest = path.slice(dialect.pathOf(repository.name).length);
  switch (repository.trouble) {
    case 'revoked':
      return refuse(401);
    case 'gone':
      return refuse(404);
    case 'renamed': {
      const location = url + dialect.apiPath + dialect.pathOf(newName(repository)) + rest;
      return { status: 301, body: {}, headers: { location } };
    }
    case 'pull-requests-forbidden':
      if (rest.startsWith(dialect.pulls)) return refuse(403);
      break;
    default:
      break;
  }
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return dialect.answer({ method: request.method ?? '', rest, query, body, url }, repository);
}

/** A response about a branch's protection, which a test can set. A number is a refusal's status. */
export function answerProtection(
  { protection, hasBranch }: FakeRepository,
  asked: { readonly rest: string; readonly branch?: string | undefined; readonly body: unknown },
): FakeAnswer {
  const { rest, branch, body } = asked;
  const set = protection.get(rest) ?? body;
  const isMissing = branch !== undefined && !hasBranch(decodeURIComponent(branch));
  if (isMissing) return { status: 404, body: { message: 'Not Found' } };
  return typeof set === 'number' ? { status: set, body: { message: 'Refused' } } : { status: 200, body: set };
}

/** Creates a pull request, or returns the refusal. */
export function openPull(
  repository: FakeRepository,
  pull: Omit<FakePull, 'number' | 'state'>,
): FakePull | 'exists' | 'missing' | 'same' {
  const { hasBranch, pulls } = repository;
  if (!hasBranch(pull.head) || !hasBranch(pull.base)) return 'missing';
  if (pull.head === pull.base) return 'same';
  if (pulls.some(({ state: now, head, base }) => now === 'open' && head === pull.head && base === pull.base))
    return 'exists';
  const made: FakePull = { ...pull, number: pulls.length + 1, state: 'open' };
  pulls.push(made);
  return made;
}

/** Merges an open pull request with this head, or returns the reason for the refusal. */
export function mergePull(pull: FakePull, head: unknown): 'merged' | 'moved' | 'refused' {
  if (pull.state !== 'open') return 'refused';
  if (head !== 'a'.repeat(40)) return 'moved';
  pull.state = 'merged';
  return 'merged';
}

/** Lists, creates, or changes comments, as all hosts do; returns `undefined` if no comment has that ID. */
export function answerComments(
  { comments }: FakeRepository,
  asked: { readonly method: string; readonly pull?: number; readonly id?: number; readonly body: string | undefined },
): FakeComment | readonly FakeComment[] | undefined {
  const { method, pull = 0, id, body = '' } = asked;
  const known = id === undefined ? undefined : comments.find((one) => one.id === id);
  if (id !== undefined) return known && Object.assign(known, { body });
  if (method === 'GET') return comments.filter((one) => one.pull === pull);
  const made = { id: comments.length + 7, pull, body };
  comments.push(made);
  return made;
}

/** The newest status of each of a commit's contexts, in the host's format. */
export const answerStatuses = (
  { statuses }: FakeRepository,
  sha: string,
  show: (status: FakeStatus) => unknown,
): unknown[] =>
  [...new Map(statuses.filter((one) => one.sha === sha).map((one) => [one.context, one])).values()].map(show);

/** The `Basic` authorization of git over HTTP. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
