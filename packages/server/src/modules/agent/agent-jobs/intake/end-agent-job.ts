import type { JobError } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { toStorableJson, type Database } from '../../../../platform/database/index.ts';
import { agentJobActive, agentJobNotActive, type AgentJobFailure } from '../errors.ts';
import type { PublishEvent } from '../../../project-config/webhooks/index.ts';
import { lockAgentJob, type AgentJobRequest } from './require-agent-job.ts';
import { recordJobEvent } from './record-job-event.ts';
import { insertEvent, updateActiveAgentJob, updateAgentJob, type AgentLease } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';

const cancelled: JobError = {
  code: 'cancelled',
  message: 'The job was canceled.',
  remedy: 'Send a follow-up to continue, or create a new job.',
  retryable: false,
};

export interface EndAgentJobDeps {
  readonly database: Database<AgentJobTables>;
  readonly publishEvent: PublishEvent;
  readonly repositoryUrl: (stored: string) => string;
}

/** Publishes a turn's end, in the transaction that ends the turn. */
export async function publishEnd(deps: EndAgentJobDeps, tx: Transaction<AgentJobTables>, row: AgentJobRow) {
  await deps.publishEvent(tx, {
    type: row.status === 'completed' ? 'agent.job.completed' : 'agent.job.failed',
    organizationId: row.organization_id,
    projectId: row.project_id,
    at: row.updated_at,
    data: toAgentJob(row, deps.repositoryUrl),
    startedBy: (row.started_by_kind === 'user' ? row.started_by_id : null) ?? undefined,
  });
}

/** Cancels a job. The worker is notified, and can no longer write, because the row isn't active. */
export async function cancelAgentJob(deps: EndAgentJobDeps, request: AgentJobRequest): Promise<AgentJobRow> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const job = await lockAgentJob(tx, request);
    if (job.status !== 'active') throw agentJobNotActive(job.id, job.status);
    await insertEvent(tx, job.id, { type: 'job.cancelled', data: {} });
    await recordJobEvent(tx, request, 'agent_job.cancelled');
    const row = await updateAgentJob(tx, job.id, { status: 'failed', error: JSON.stringify(cancelled) });
    await publishEnd(deps, tx, row);
    return row;
  });
}

export async function archiveAgentJob(
  database: Database<AgentJobTables>,
  request: AgentJobRequest,
): Promise<AgentJobRow> {
  return database.kysely.transaction().execute(async (tx) => {
    const job = await lockAgentJob(tx, request);
    if (job.status === 'active') throw agentJobActive(job.id);
    if (job.status === 'archived') return job;
    await insertEvent(tx, job.id, {
      type: 'job.archived',
      data: job.pr_state === null ? {} : { pullRequest: job.pr_state },
    });
    await recordJobEvent(tx, request, 'agent_job.archived');
    return updateAgentJob(tx, job.id, { status: 'archived', archived_at: new Date() });
  });
}

/** Marks a job as failed, unless it no longer belongs to this worker. */
export async function failAgentJob(
  deps: EndAgentJobDeps,
  lease: AgentLease,
  failure: Pick<AgentJobFailure, 'code' | 'message' | 'remedy' | 'retryable'>,
): Promise<void> {
  const error: JobError = {
    code: failure.code,
    message: failure.message,
    remedy: failure.remedy,
    retryable: failure.retryable,
  };
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, lease, { status: 'failed', error: toStorableJson(error) });
    if (row === undefined) return;
    await insertEvent(tx, row.id, { type: 'job.failed', data: { ...error } });
    await publishEnd(deps, tx, row);
  });
}
