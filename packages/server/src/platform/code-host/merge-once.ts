import { isHead, type MergeResult, type PullRequest } from './code-host.ts';
import { CodeHostError, isCodeHostError } from './errors.ts';

export interface MergeSteps {
  /** Returns the pull request's current state. */
  readonly look: () => Promise<PullRequest>;
  /** Merges the pull request; fails if it can't be merged. */
  readonly merge: () => Promise<unknown>;
}

/**
 * Merges a pull request with the expected head. If it is already merged with that head, this counts as success. Errors:
 * pull-request-not-open, head-moved, merge-blocked for a draft, and those of the steps.
 */
export async function mergeOnce(expectedHead: string, { look, merge }: MergeSteps): Promise<MergeResult> {
  const pullRequest = await look();
  if (isMergedWith(pullRequest, expectedHead)) return { pullRequest, wasMerged: true };
  requireMergeable(pullRequest, expectedHead);
  try {
    await merge();
    return { pullRequest: { ...pullRequest, state: 'merged' }, wasMerged: false };
  } catch (error) {
    // Someone else may have merged it in the meantime, or the host's response may have been lost, so the current state
    // decides.
    const now = await look().catch(() => undefined);
    if (now === undefined || !isMergedWith(now, expectedHead)) throw error;
    return { pullRequest: now, wasMerged: !isCodeHostError(error, 'outcome-unknown') };
  }
}

const isMergedWith = ({ state, headSha }: PullRequest, head: string): boolean =>
  state === 'merged' && isHead(headSha, head);

function requireMergeable({ number, state, draft, headSha }: PullRequest, expectedHead: string): void {
  const name = `The pull request #${number}`;
  if (state !== 'open') {
    const how = state === 'merged' ? `already merged, with the head ${headSha}` : 'closed';
    throw new CodeHostError('pull-request-not-open', `${name} is ${how}.`);
  }
  if (!isHead(headSha, expectedHead)) throw new CodeHostError('head-moved', `${name} now has the head ${headSha}.`);
  if (draft) throw new CodeHostError('merge-blocked', `${name} is a draft. Mark it as ready for review first.`);
}
