/** Comments on pull requests and statuses of commits, for all hosts with a REST API. */
import type { Api } from './api.ts';
import type { CheckedHead, CommentedNumber, CommitCheck, CommitStatus } from './code-host.ts';
import { CodeHostError, isCodeHostError } from './errors.ts';
import { asObject, numberOf, optionalText } from './read-json.ts';

export interface PullRequestPage {
  readonly items: readonly unknown[];
  readonly isLast: boolean;
}

export interface CheckList {
  /** Pages are counted from 1. Returns `undefined` if the list isn't needed. */
  readonly path: (head: CheckedHead, page: number) => string | undefined;
  readonly toPage: (answer: unknown) => { readonly checks: readonly ListedCheck[]; readonly isLast: boolean };
}

export interface ListedCheck extends CommitCheck {
  /**
   * The result's series, if the list contains all results, newest first. Only the first result in a series counts.
   */
  readonly series?: string;
}

/** One host's format. Paths begin with a slash, and each segment is encoded. */
export interface ReportDialect {
  readonly api: Api;
  readonly toPage: (answer: unknown) => PullRequestPage;
  readonly comment: {
    /** Path of a pull request's comments. */
    readonly path: (number: number) => string;
    readonly toBody: (text: string) => unknown;
    readonly toUrl: (answer: unknown, on: CommentedNumber) => string;
    /** Path of an issue's comments; absent if it is the same as for pull requests. */
    readonly issuePath?: (number: number) => string;
    /** Query of a page, oldest first. Returns `undefined` after the last page. */
    readonly listQuery: (page: number) => string | undefined;
    /** Returns `undefined` for a deleted comment. */
    readonly toText: (item: unknown) => string | undefined;
    readonly edit: { readonly method: 'PATCH' | 'PUT'; readonly path: (number: number, id: string) => string };
  };
  readonly status: {
    readonly path: (sha: string) => string;
    readonly toBody: (status: CommitStatus) => unknown;
    /** Whether a refusal means that the status already exists. */
    readonly isThere?: (refusal: unknown) => boolean;
  };
  /** The lists of a commit's checks. */
  readonly checks: readonly CheckList[];
  /** Checks that aren't in the lists. */
  readonly findOtherChecks?: (head: CheckedHead, signal: AbortSignal | undefined) => Promise<readonly CommitCheck[]>;
  readonly hook: {
    readonly path: string;
    readonly toBody: (hook: { readonly url: string; readonly secret: string }) => unknown;
  };
}

export const toHookId = (answer: unknown): string => {
  const hook = asObject(answer);
  return optionalText(hook, 'uuid') ?? String(numberOf(hook, 'id'));
};

const missing = 'pull-request-not-found';
/** Pages have 100 comments or the host's maximum. Docwright's comments are on these pages. */
const maxPages = 10;

/** Path of the comments on a pull request or an issue. @throws CodeHostError for an invalid number */
export function pathOfComments({ comment: { path, issuePath = path } }: ReportDialect, on: CommentedNumber): string {
  return typeof on === 'number' ? path(requireNumber(on)) : issuePath(requireNumber(on.issue));
}

export function requireNumber(number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new CodeHostError('pull-request-not-found', `${number} is not the number of a pull request.`);
}

export const idOfComment = (answer: unknown): string => String(numberOf(asObject(answer), 'id'));

export async function findCommentWith(
  dialect: ReportDialect,
  { on, text }: { readonly on: CommentedNumber; readonly text: string },
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { api, comment, toPage } = dialect;
  for (let page = 1; page <= maxPages; page += 1) {
    const query = comment.listQuery(page);
    if (query === undefined) return undefined;
    const path = `${pathOfComments(dialect, on)}${query}`;
    const { items, isLast } = toPage(await api.call({ method: 'GET', path, missing, signal }));
    const found = items.find((item) => comment.toText(item)?.includes(text) === true);
    if (found !== undefined) return idOfComment(found);
    if (isLast) return undefined;
  }
  return undefined;
}

export async function updateComment(
  { api, comment }: ReportDialect,
  { number, id, text }: { readonly number: number; readonly id: string; readonly text: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { method, path } = comment.edit;
  await api.call({ method, path: path(number, id), body: comment.toBody(text), missing, signal });
}

export async function setStatus(
  { api, status: dialect }: ReportDialect,
  status: CommitStatus,
  signal: AbortSignal | undefined,
): Promise<void> {
  let isThere = false;
  const path = dialect.path(status.sha);
  const body = dialect.toBody(status);
  const explain = (refusal: unknown): undefined => {
    isThere = dialect.isThere?.(refusal) === true;
  };
  try {
    await api.call({ method: 'POST', path, body, missing: 'repository-not-found', signal, explain });
  } catch (error) {
    if (!isThere || !isCodeHostError(error, 'invalid-request')) throw error;
  }
}

export async function listChecks(
  { api, checks: lists, findOtherChecks }: ReportDialect,
  head: CheckedHead,
  signal: AbortSignal | undefined,
): Promise<readonly CommitCheck[]> {
  const found: CommitCheck[] = [];
  for (const { path, toPage } of lists) {
    const known = new Set<string>();
    for (let page = 1, isLast = false; !isLast; page += 1) {
      if (page > maxPages) throw new CodeHostError('unexpected-answer', 'The commit has too many checks to read.');
      const at = path(head, page);
      if (at === undefined) break;
      const read = toPage(await api.call({ method: 'GET', path: at, missing: 'repository-not-found', signal }));
      for (const { series, ...check } of read.checks) {
        if (series !== undefined && known.has(series)) continue;
        if (series !== undefined) known.add(series);
        found.push(check);
      }
      ({ isLast } = read);
    }
  }
  return findOtherChecks === undefined ? found : [...found, ...(await findOtherChecks(head, signal))];
}
