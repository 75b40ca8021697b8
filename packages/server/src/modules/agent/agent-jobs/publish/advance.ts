import type { CodeHost } from '../../../../platform/code-host/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { FaultPoint } from '../../../../platform/fault-points/index.ts';
import type { Mirror } from '../../../../platform/git/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { insertMergeCheck } from '../merges/store.ts';
import { insertEvent, updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow, AgentJobTables, PublishState } from '../tables.ts';
import { updateTurnSummary } from './store.ts';

export interface PublishDeps {
  readonly database: Database<AgentJobTables>;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  readonly faultPoint: FaultPoint;
  readonly onPublished: OnPublished;
}

/**
 * Called after each push by the agent, when its pull request is known, so that live sites update. May be called twice
 * for a push.
 */
export type OnPublished = (pull: {
  readonly organizationId: string;
  readonly repository: string;
  readonly pullRequest: number;
  readonly author: string;
}) => Promise<void>;

interface Step {
  readonly state: PublishState;
  readonly change: Parameters<typeof updateActiveAgentJob>[2];
  /** Describes the turn's work after it was committed. */
  readonly summary?: string;
  readonly event: {
    readonly type: 'commit.made' | 'branch.pushed' | 'pull_request.ready';
    readonly data: Record<string, unknown>;
  };
}

/** Performs one step of publishing, with one event. @throws LeaseLost */
export async function advance(deps: PublishDeps, job: AgentJobRow, step: Step): Promise<AgentJobRow> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, { publish_state: step.state, ...step.change });
    if (row === undefined) throw new LeaseLost();
    if (step.summary !== undefined) await updateTurnSummary(tx, job, step.summary);
    await insertEvent(tx, job.id, step.event);
    // Someone merged the pull request before the job recorded it.
    if (step.state === 'pr_known' && row.pr_state === 'merged') await insertMergeCheck(tx, job.id);
    return row;
  });
}
