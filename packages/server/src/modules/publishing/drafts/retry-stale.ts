import type { DraftDeps, DraftTarget } from './drafts-deps.ts';
import { StaleDraftError } from './edit-draft.ts';
import { draftBusy } from './errors.ts';
import { openBranch, type OpenBranch } from './open-branch.ts';

const maxAttempts = 8;

/**
 * Repeats an edit if the draft or its base commit changed after it was read.
 * @throws ApiError unavailable
 */
export async function retryStale<T>(
  deps: DraftDeps,
  target: DraftTarget,
  work: (opened: OpenBranch) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await work(await openBranch(deps, target));
    } catch (error) {
      if (!(error instanceof StaleDraftError)) throw error;
    }
  }
  throw draftBusy();
}
