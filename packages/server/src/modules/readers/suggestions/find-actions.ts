import type { AgentJobResult, AgentJobStatus, PullRequestState, SuggestionKind } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { selectJobOutcomes, type JobOutcome } from '../../agent/agent-jobs/index.ts';
import { selectFirstActivations } from '../../publishing/deployments/index.ts';
import { lockSuggestion, selectActedSuggestions, type SuggestionName, type SuggestionTables } from './store.ts';

/** An action on a suggestion, and its result. */
export interface Action {
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly subject: string;
  readonly dismissed: boolean;
  readonly job: ActionJob | null;
  readonly actedAt: Date;
  /** The time when the first deployment with the merged pull request went live. */
  readonly since: Date | null;
}

interface ActionJob {
  readonly id: string;
  readonly status: AgentJobStatus;
  readonly result: AgentJobResult | null;
  readonly repository: string;
  readonly prLink: string | null;
  readonly prState: PullRequestState | null;
}

/** Clocks differ: a deployment that was created up to this long before the reported time of a merge can contain it. */
const clockSlackMs = 3_600_000;

/** The actions of a project, most recent first. */
export async function findActions(
  db: Queryable<SuggestionTables>,
  projectId: string,
  limit: number,
): Promise<readonly Action[]> {
  const acted = await selectActedSuggestions(db, projectId, limit);
  const ids = acted.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]));
  const jobs = await selectJobOutcomes(db, ids);
  const merged = jobs.flatMap(({ id, pr_state: state, pr_ended_at: at }) =>
    state === 'merged' && at !== null ? [{ id, after: new Date(at.getTime() - clockSlackMs) }] : [],
  );
  const activations = await selectFirstActivations(
    db,
    projectId,
    merged.map(({ after }) => after),
  );
  const jobOf = new Map(jobs.map((job) => [job.id, toActionJob(job)]));
  const sinceOf = new Map(merged.map(({ id }, index) => [id, activations[index] ?? null]));
  return acted.map(({ jobId, ...suggestion }) => ({
    ...suggestion,
    job: (jobId === null ? undefined : jobOf.get(jobId)) ?? null,
    since: (jobId === null ? undefined : sinceOf.get(jobId)) ?? null,
  }));
}

/** Locks the suggestion until the end of the transaction. @returns its job at that time */
export async function holdSuggestion(
  tx: Transaction<SuggestionTables>,
  name: SuggestionName,
): Promise<ActionJob | undefined> {
  const jobId = await lockSuggestion(tx, name);
  const [job] = jobId === null ? [] : await selectJobOutcomes(tx, [jobId]);
  return job && toActionJob(job);
}

const toActionJob = ({
  id,
  status,
  result,
  repository,
  pr_link: prLink,
  pr_state: prState,
}: JobOutcome): ActionJob => ({
  id,
  status,
  result,
  repository,
  prLink,
  prState,
});
