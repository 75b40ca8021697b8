/** The common part of all adapters for hosts with a REST API. The differences are in their dialects. */
import type {
  BranchProtection,
  CodeHost,
  CodeHostKind,
  CommentName,
  FoundComment,
  GitAccess,
  HostPerson,
  NewPullRequest,
  OpenPullRequests,
  OpenPullRequestsQuery,
  PeopleResult,
  PullRequest,
  PullRequestChange,
  PullRequestPeople,
  PullRequestQuery,
  RepositoryFacts,
  RepositoryPermission,
} from './code-host.ts';
import { notModified } from './api.ts';
import { CodeHostError, isCodeHostError, type CodeHostErrorCode } from './errors.ts';
import { createOrFind } from './find-after-unknown.ts';
import { mergePullRequest, type MergeDialect } from './rest-merge.ts';
import {
  findCommentWith,
  idOfComment,
  listChecks,
  pathOfComments,
  requireNumber,
  setStatus,
  toHookId,
  updateComment,
  type ReportDialect,
} from './rest-reports.ts';

/** One host's format of the common operations. Paths begin with a slash, and each segment is encoded. */
export interface RestDialect extends ReportDialect {
  readonly kind: CodeHostKind;
  readonly gitAccess: GitAccess;
  /** Path of the repository. */
  readonly repository: string;
  /** Path of its pull requests. The path of a single pull request ends with its number. */
  readonly pullRequests: string;
  /**
   * Query for a short list of pull requests, which is requested because a credential may be able to read the repository
   * but not its pull requests.
   */
  readonly probe: string | undefined;
  readonly toRepositoryFacts: (answer: unknown, signal?: AbortSignal) => RepositoryFacts | Promise<RepositoryFacts>;
  /** The title as users see it, without `draftPrefix`. */
  readonly toPullRequest: (answer: unknown) => Omit<PullRequest, 'fromFork'>;
  /** Pages are counted from 1, newest pull request first. */
  readonly listQuery: (headBranch: string, page: number, signal?: AbortSignal) => string | Promise<string>;
  readonly pullRequestRef: CodeHost['pullRequestRef'];
  /** Query for open pull requests, most recently changed first. */
  readonly openQuery: string;
  /** Whether the pull request's head is in this repository, not in a fork. */
  readonly isOfRepository: (item: unknown) => boolean;
  /** Maximum number of pages to read. A longer list indicates another problem. */
  readonly maxPages: number;
  /** The title prefix that marks a draft; `undefined` if the host has a field for it. */
  readonly draftPrefix: string | undefined;
  readonly create: CreateDialect;
  readonly update: UpdateDialect;
  readonly merge: MergeDialect;
  /** The caller handles errors that mean that the credential can't read the rules. */
  readonly readProtection: (branch: string, signal: AbortSignal | undefined) => Promise<BranchProtection>;
  /**
   * The path of a comment, and how to read the response; `undefined` if the host has no comment of that name.
   */
  readonly find: (name: CommentName) => CommentLookup | undefined;
  readonly setPeople: (number: number, people: PullRequestPeople) => Promise<PeopleResult>;
  /** For hosts with a separate operation for drafts. */
  readonly makeDraft?: (number: number, signal: AbortSignal | undefined) => Promise<boolean>;
  /** A known user's permission; a 404 means that the user is unknown. */
  readonly permissionOf: (person: HostPerson, signal?: AbortSignal) => Promise<RepositoryPermission>;
}

export interface CommentLookup {
  readonly path: string;
  /** Returns `undefined` if the response isn't the requested comment. */
  readonly read: (answer: unknown) => FoundComment | undefined;
}

interface CreateDialect {
  readonly toBody: (request: NewPullRequest) => unknown;
  readonly explain: (refusal: unknown) => CodeHostErrorCode | undefined;
  /** The meaning of a 404; the preflight has already found the repository. */
  readonly missing: 'repository-not-found' | 'branch-not-found';
  /** A different request to send after a refusal, or `undefined` if the refusal is final. */
  readonly instead?: (request: NewPullRequest, refusal: unknown) => NewPullRequest | undefined;
}

interface UpdateDialect {
  readonly method: 'PATCH' | 'PUT';
  readonly toBody: (change: Omit<PullRequestChange, 'signal'>) => unknown;
  /**
   * The path for changing the state, if this requires a separate request; `undefined` if the host doesn't support it.
   */
  readonly statePath?: (number: number, state: 'open' | 'closed') => string | undefined;
}

const missing = 'pull-request-not-found';

const toPullRequest = (dialect: RestDialect, answer: unknown): PullRequest => ({
  ...dialect.toPullRequest(answer),
  fromFork: !dialect.isOfRepository(answer),
});

async function listOpen(
  dialect: RestDialect,
  { unlessTag, signal }: OpenPullRequestsQuery = {},
): Promise<OpenPullRequests | 'unchanged'> {
  const path = `${dialect.pullRequests}?${dialect.openQuery}`;
  let tag: string | undefined;
  let total: number | undefined;
  const conditional = { unlessTag, onTag: (given: string | undefined) => (tag = given) };
  const answer = await dialect.api.call({
    method: 'GET',
    path,
    missing: 'repository-not-found',
    signal,
    conditional,
    onTotal: (count) => (total = count),
  });
  if (answer === notModified) return 'unchanged';
  const { items, isLast } = dialect.toPage(answer);
  const isWhole = isLast || (total !== undefined && items.length >= total);
  return { items: items.map((item) => toPullRequest(dialect, item)), isWhole, tag };
}

export function createRestCodeHost(dialect: RestDialect): CodeHost {
  const { api } = dialect;
  const list = (query: PullRequestQuery): Promise<readonly PullRequest[]> => listPullRequests(dialect, query);
  return {
    kind: dialect.kind,
    gitAccess: dialect.gitAccess,
    getRepository: (signal) => getRepository(dialect, signal),
    getBranchProtection: (branch, signal) => getBranchProtection(dialect, branch, signal),
    listPullRequests: list,
    pullRequestRef: dialect.pullRequestRef,
    getPullRequest: async (number, signal) => {
      const path = `${dialect.pullRequests}/${requireNumber(number)}`;
      return toPullRequest(dialect, await api.call({ method: 'GET', path, missing, signal }));
    },
    listOpenPullRequests: (query) => listOpen(dialect, query),
    createPullRequest: (request) => createOrFind(request, { create: () => createPullRequest(dialect, request), list }),
    updatePullRequest: (number, change) => updatePullRequest(dialect, requireNumber(number), change),
    makeDraft: (number, signal) => makeDraft(dialect, requireNumber(number), signal),
    mergePullRequest: (number, merge) =>
      mergePullRequest(
        { ...dialect, toPullRequest: (answer) => toPullRequest(dialect, answer) },
        requireNumber(number),
        merge,
      ),
    comment: async (on, text, signal) => {
      const path = pathOfComments(dialect, on);
      const body = dialect.comment.toBody(text);
      const answer = await api.call({ method: 'POST', path, body, missing, signal });
      return { url: dialect.comment.toUrl(answer, on), id: idOfComment(answer) };
    },
    findCommentWith: (on, text, signal) => findCommentWith(dialect, { on, text }, signal),
    updateComment: (comment, text, signal) => updateComment(dialect, { ...comment, text }, signal),
    installHook: async (hook, signal) => {
      const { path, toBody } = dialect.hook;
      return toHookId(
        await api.call({ method: 'POST', path, body: toBody(hook), missing: 'repository-not-found', signal }),
      );
    },
    setStatus: (status, signal) => setStatus(dialect, status, signal),
    listChecks: (head, signal) => listChecks(dialect, head, signal),
    findComment: (name, signal) => findComment(dialect, name, signal),
    setPeople: (number, people) => dialect.setPeople(requireNumber(number), people),
    permissionOf: async (person, signal) => {
      try {
        return await dialect.permissionOf(person, signal);
      } catch (error) {
        if (!isCodeHostError(error, 'repository-not-found')) throw error;
        return 'none';
      }
    },
  };
}

async function getRepository(dialect: RestDialect, signal: AbortSignal | undefined): Promise<RepositoryFacts> {
  const { api, repository, pullRequests, probe } = dialect;
  const get = (path: string) => api.call({ method: 'GET', path, missing: 'repository-not-found', signal });
  // Both requests run in parallel; an error of the repository's own request takes precedence.
  const probing = probe === undefined ? undefined : get(`${pullRequests}?${probe}`);
  probing?.catch(() => undefined);
  const facts = await dialect.toRepositoryFacts(await get(repository), signal);
  if (facts.takesPullRequests) await probing;
  return facts;
}

/** Errors after which the rules stay unknown even if they are requested again. */
const unreadable: readonly CodeHostErrorCode[] = ['forbidden', 'repository-not-found', 'unexpected-answer'];

async function getBranchProtection(
  { readProtection }: RestDialect,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<BranchProtection> {
  try {
    return await readProtection(branch, signal);
  } catch (error) {
    if (!isCodeHostError(error) || !unreadable.includes(error.code)) throw error;
    return { kind: 'unknown', reason: error.message };
  }
}

async function listPullRequests(
  dialect: RestDialect,
  { headBranch, marker = '', signal }: PullRequestQuery,
): Promise<readonly PullRequest[]> {
  const found: PullRequest[] = [];
  for (let page = 1; page <= dialect.maxPages; page += 1) {
    const path = `${dialect.pullRequests}?${await dialect.listQuery(headBranch, page, signal)}`;
    const answer = await dialect.api.call({ method: 'GET', path, missing: 'repository-not-found', signal });
    const { items, isLast } = dialect.toPage(answer);
    const own = items.filter(dialect.isOfRepository).map((item) => toPullRequest(dialect, item));
    // Filtered again, because hosts ignore filters that they don't support.
    found.push(...own.filter((pull) => pull.headBranch === headBranch && pull.body.includes(marker)));
    if (isLast) break;
  }
  return found.toSorted((a, b) => b.number - a.number);
}

async function createPullRequest(dialect: RestDialect, request: NewPullRequest): Promise<PullRequest> {
  const { create, draftPrefix } = dialect;
  let refusal: unknown;
  const post = (pullRequest: NewPullRequest): Promise<unknown> =>
    dialect.api.call({
      method: 'POST',
      path: dialect.pullRequests,
      body: create.toBody(
        draftPrefix !== undefined && pullRequest.draft
          ? { ...pullRequest, title: draftPrefix + pullRequest.title }
          : pullRequest,
      ),
      missing: create.missing,
      signal: request.signal,
      explain: (body) => {
        refusal = body;
        return create.explain(body);
      },
    });
  try {
    return toPullRequest(dialect, await post(request));
  } catch (error) {
    const isRefused = isCodeHostError(error, 'invalid-request');
    const other = isRefused ? create.instead?.(request, refusal) : undefined;
    if (other === undefined) throw error;
    // After a definite refusal, nothing was created, so another request is safe.
    return toPullRequest(dialect, await post(other));
  }
}

async function updatePullRequest(
  dialect: RestDialect,
  number: number,
  { signal, state, ...change }: PullRequestChange,
): Promise<PullRequest> {
  const { api, update, draftPrefix } = dialect;
  const path = `${dialect.pullRequests}/${number}`;
  const statePath = state === undefined ? undefined : update.statePath?.(number, state);
  if (state !== undefined && update.statePath !== undefined && statePath === undefined) {
    throw new CodeHostError('invalid-request', `${dialect.kind} can't change a pull request's state back to ${state}.`);
  }
  let { title } = change;
  if (title !== undefined && draftPrefix !== undefined) {
    // Drafts are marked in the title, so a new title must keep the prefix.
    const { draft } = dialect.toPullRequest(await api.call({ method: 'GET', path, missing, signal }));
    title = draft ? draftPrefix + title : title;
  }
  const fields = {
    ...change,
    ...(title !== undefined && { title }),
    ...(state !== undefined && statePath === undefined && { state }),
  };
  let answer: unknown;
  if (Object.keys(fields).length > 0) {
    answer = await api.call({ method: update.method, path, body: update.toBody(fields), missing, signal });
  }
  if (statePath !== undefined) answer = await api.call({ method: 'POST', path: statePath, missing, signal });
  return toPullRequest(dialect, answer);
}

async function makeDraft(dialect: RestDialect, number: number, signal: AbortSignal | undefined): Promise<boolean> {
  const { api, update, draftPrefix } = dialect;
  try {
    if (dialect.makeDraft !== undefined) return await dialect.makeDraft(number, signal);
    if (draftPrefix === undefined) return false;
    const path = `${dialect.pullRequests}/${number}`;
    const { draft, title } = dialect.toPullRequest(await api.call({ method: 'GET', path, missing, signal }));
    if (draft) return true;
    const body = update.toBody({ title: draftPrefix + title });
    return dialect.toPullRequest(await api.call({ method: update.method, path, body, missing, signal })).draft;
  } catch (error) {
    if (!isCodeHostError(error) || signal?.aborted === true) throw error;
    return false;
  }
}

async function findComment(
  { api, find }: RestDialect,
  name: CommentName,
  signal: AbortSignal | undefined,
): Promise<FoundComment | undefined> {
  const lookUp = find({ ...name, pullRequest: requireNumber(name.pullRequest) });
  if (lookUp === undefined) return undefined;
  try {
    return lookUp.read(await api.call({ method: 'GET', path: lookUp.path, missing, signal }));
  } catch (error) {
    if (isCodeHostError(error, missing)) return undefined;
    throw error;
  }
}

/** The number in an ID of a comment of this kind; `undefined` for an ID of a different kind. */
export function numberOfComment(commentId: string, kind: string): string | undefined {
  const [, found, number] = /^([a-z-]+)-(\d{1,19})$/.exec(commentId) ?? [];
  return found === kind ? number : undefined;
}

/** Whether an address on the host ends with this pull request number: `…/issues/3`, `…/pulls/3#x`. */
export const endsWithNumber = (address: string | undefined, number: number): boolean =>
  /\/(\d+)(?:#.*)?$/.exec(address ?? '')?.[1] === String(number);

/** The `Authorization` header for a host that uses one token for all purposes. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The address without a trailing slash. */
export const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
