import type { AnyTransaction, JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';

type AutomationTask = 'advance' | 'branches' | 'suggestions';

/**
 * `advance` starts a run if one is due; `branches` searches for new commits; `suggestions` searches for suggestions
 * with enough readers; `files` reads a project's files; `merge` merges a run's pull request, if it can be merged.
 * `attempt` is the number of times that the pull request's checks were read.
 */
export type AutomationTicket =
  | { readonly automationRunId: string; readonly what: 'merge'; readonly attempt?: number }
  | { readonly automationId: string; readonly what: AutomationTask }
  | { readonly projectId: string; readonly what: 'files' };

export interface WakeDeps {
  readonly engine: JobEngine;
  readonly queue: JobQueue<AutomationTicket>;
}

/**
 * Enqueues a ticket. Tickets have no key, because a running handler may have read the state before the reported change.
 */
export async function wake(
  { engine, queue }: WakeDeps,
  automation: { readonly id: string; readonly organizationId: string },
  options: {
    readonly transaction?: AnyTransaction;
    readonly what?: AutomationTask;
  } = {},
): Promise<void> {
  const { what = 'advance', ...rest } = options;
  await engine.enqueue(queue, { automationId: automation.id, what }, { ...rest, groupId: automation.organizationId });
}
