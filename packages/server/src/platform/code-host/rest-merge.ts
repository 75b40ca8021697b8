/** Merging, for all hosts with a REST API. */
import type { Api } from './api.ts';
import type { MergeRequest, MergeResult, PullRequest } from './code-host.ts';
import { CodeHostError, isCodeHostError, type CodeHostErrorCode } from './errors.ts';
import { mergeOnce } from './merge-once.ts';

/**
 * How a host merges. The response to a successful merge isn't read, because its format differs between hosts and the
 * pull request is already known.
 */
export interface MergeDialect {
  readonly method: 'POST' | 'PUT';
  /** Appended to the pull request's own path. */
  readonly path: string;
  /** The host's names for merge methods. If the repository doesn't allow a method, the next one is tried. */
  readonly ways: readonly [string, ...string[]];
  readonly toBody: (merge: { readonly head: string; readonly way: string }) => unknown;
  /** The meaning of a refusal. `found` is the pull request as the host returned it before the merge. */
  readonly explain: (refusal: string, found: unknown) => CodeHostErrorCode | 'other-way' | undefined;
}

interface Merging {
  readonly api: Api;
  readonly merge: MergeDialect;
  readonly pullRequests: string;
  readonly toPullRequest: (answer: unknown) => PullRequest;
}

const missing = 'pull-request-not-found';

export function mergePullRequest(
  dialect: Merging,
  number: number,
  { expectedHead, signal }: MergeRequest,
): Promise<MergeResult> {
  const { api, pullRequests, toPullRequest } = dialect;
  const path = `${pullRequests}/${number}`;
  let found: unknown;
  return mergeOnce(expectedHead, {
    look: async () => toPullRequest((found = await api.call({ method: 'GET', path, missing, signal }))),
    merge: () => send(dialect, { path, found, expectedHead, signal }),
  });
}

interface Sending {
  readonly path: string;
  readonly found: unknown;
  readonly expectedHead: string;
  readonly signal: AbortSignal | undefined;
}

async function send({ api, merge }: Merging, { path, found, expectedHead, signal }: Sending): Promise<void> {
  for (const [index, way] of merge.ways.entries()) {
    let isOtherWay = false;
    const explain = (refusal: unknown): CodeHostErrorCode | undefined => {
      const meaning = merge.explain(JSON.stringify(refusal ?? ''), found);
      isOtherWay = meaning === 'other-way';
      return meaning === 'other-way' ? 'merge-blocked' : meaning;
    };
    const body = merge.toBody({ head: expectedHead, way });
    try {
      await api.call({ method: merge.method, path: path + merge.path, body, missing, signal, explain, isMute: true });
      return;
    } catch (error) {
      // The credential was accepted for the previous read, so this status from GitLab means that it isn't allowed to
      // merge.
      if (isCodeHostError(error, 'unauthorized')) {
        throw new CodeHostError('forbidden', "The credential isn't allowed to merge here.", { cause: error });
      }
      // After a definite refusal, nothing was merged, so trying the next method is safe.
      if (!isOtherWay || index === merge.ways.length - 1) throw error;
    }
  }
}
