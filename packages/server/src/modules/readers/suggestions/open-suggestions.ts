import type { OpenSuggestion, OpenSuggestions } from '../../agent/automations/index.ts';
import { summarize } from './describe-suggestion.ts';
import type { Action } from './find-actions.ts';
import { findSuggestions, type ListDeps } from './list-suggestions.ts';
import { countVisitors, lastSeen, type Signal } from './signal.ts';
import { claimSuggestion, updateSuggestion } from './store.ts';

/** Maximum number of texts in one suggestion. */
const maxWords = 10;

/** Creates the source of suggestions for automations, which act only on signals that no job has handled. */
export function createOpenSuggestions(deps: Pick<ListDeps, 'database' | 'clock' | 'eventDays'>): OpenSuggestions {
  return {
    find: async ({ projectId, kinds, minReaders }) => {
      const readAt = new Date(deps.clock.now());
      const { found } = await findSuggestions(deps, projectId);
      return found
        .flatMap(({ candidate: { id, kind, subject, signals }, action, status }): OpenSuggestion[] => {
          if (!kinds.includes(kind) || status === 'in_progress' || status === 'dismissed') return [];
          const fresh = withoutHandled(signals, action);
          const visitors = countVisitors(fresh);
          const lastSeenAt = lastSeen(fresh);
          if (lastSeenAt === undefined || visitors < minReaders) return [];
          const words = summarize(fresh, maxWords);
          return [{ id, kind, subject, visitors, lastSeenAt, readAt, jobId: action?.job?.id ?? null, words }];
        })
        .sort((a, b) => b.visitors - a.visitors || (a.id < b.id ? -1 : 1));
    },
    claim: (tx, projectId, { id, kind, subject, readAt, jobId }) =>
      claimSuggestion(tx, { projectId, id, kind, subject }, { jobId, at: readAt }),
    assign: (tx, projectId, { id, jobId }) =>
      updateSuggestion(tx, { projectId, id }, { dismissed: false, job_id: jobId }),
  };
}

/**
 * Results of jobs that handled readers' reports: they made changes, or decided that no changes are needed.
 */
const handling: ReadonlySet<unknown> = new Set(['changes', 'no_changes']);

/**
 * Omits the signals that a job handled. A job that failed or could not decide handled none. After a merge, all signals
 * until the merge's deployment count as handled.
 */
export function withoutHandled(
  signals: readonly Signal[],
  action: Pick<Action, 'job' | 'since' | 'actedAt'> | undefined,
): readonly Signal[] {
  if (action === undefined || action.job === null || !handling.has(action.job.result)) return signals;
  const handledAt = action.since ?? action.actedAt;
  return signals.filter(({ at }) => at > handledAt);
}
