import { idPrefixes, type AgentJob, type CreateAgentJobBody } from '@docwright/contract';
import type { Database } from '../../platform/database/index.ts';
import { newId } from '../../platform/ids/index.ts';
import { mayUseProject, type Principal } from '../../platform/http/index.ts';
import type { JobEngine, JobQueue } from '../../platform/job-engine/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { answerOnce, idempotencyActor, type Answer, type IdempotencyTables } from '../idempotency/index.ts';
import { findProject, projectNotFound, type ProjectRow, type ProjectTables } from '../projects/index.ts';
import { requireBranch } from '../repositories/index.ts';
import { agentJobLimit, takeUse, type RateLimitHeaders, type RateLimitTables } from '../rate-limits/index.ts';
import { insertAgentJob, insertEvent, insertTurn } from './store.ts';
import type { AgentJobTables } from './tables.ts';
import { toAgentJob } from './to-agent-job.ts';

/** What the queue carries: everything else is in the job's row. */
export interface AgentTicket {
  readonly agentJobId: string;
  readonly turn: number;
}

export interface AgentJobDeps {
  readonly database: Database<AgentJobTables & ProjectTables & RateLimitTables & IdempotencyTables>;
  readonly engine: JobEngine;
  readonly queue: JobQueue<AgentTicket>;
  readonly repositoryUrl: (stored: string) => string;
}

export interface AgentJobAnswer extends Answer<AgentJob> {
  readonly headers: RateLimitHeaders;
}

/** Characters of the first prompt that lists show and the search looks at. */
const maxPromptExcerpt = 1_000;

export const unknownUsage: AgentJob['usage'] = { inputTokens: 0, outputTokens: 0, costUsd: 0, known: true };

/**
 * Accepts a prompt: use of the limit, job, first event and queue entry are one transaction.
 * @throws ApiError not_found, invalid_request (branch), rate_limited, idempotency_…
 */
export async function createAgentJob(
  deps: AgentJobDeps,
  request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: CreateAgentJobBody;
    readonly idempotencyKey: string | undefined;
    /** Fields that nobody here knows: the job's first event names them. */
    readonly ignoredFields: readonly string[];
  },
): Promise<AgentJobAnswer> {
  const { principal, projectId, body } = request;
  const { organizationId } = principal;
  const project = await requireProject(deps, principal, projectId);
  const baseBranch = body.branch === undefined ? project.branch : requireBranch(body.branch);
  const idempotent = {
    organizationId,
    actor: idempotencyActor(principal.actor),
    key: request.idempotencyKey,
    operation: `createAgentJob ${projectId}`,
    body,
  };
  return deps.database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    const answer = await answerOnce(tx, idempotent, async () => {
      headers = await takeUse(tx, agentJobLimit, projectId);
      const row = await insertAgentJob(tx, {
        id: newId(idPrefixes.agentJob),
        organization_id: organizationId,
        project_id: projectId,
        status: 'active',
        model: project.model,
        repository: project.repository,
        base_branch: baseBranch,
        prompt: body.prompt.slice(0, maxPromptExcerpt),
        as_draft: body.asDraft ?? project.as_draft,
        usage: JSON.stringify(unknownUsage),
      });
      await insertTurn(tx, { jobId: row.id, turn: 1, prompt: body.prompt });
      await insertEvent(tx, row.id, {
        type: 'job.created',
        data: { prompt: body.prompt, ...named(request.ignoredFields) },
      });
      const target = { kind: 'agent_job', id: row.id, name: row.prompt };
      await recordAuditEvent(tx, principal, { action: 'agent_job.created', target, details: { projectId } });
      const options = { transaction: tx, singletonKey: `${row.id}:1`, groupId: organizationId };
      await deps.engine.enqueue(deps.queue, { agentJobId: row.id, turn: 1 }, options);
      return toAgentJob(row, deps.repositoryUrl);
    });
    return { ...answer, headers };
  });
}

/** As the data of an event holds them. */
export const named = (ignoredFields: readonly string[]): { readonly ignoredFields?: readonly string[] } =>
  ignoredFields.length === 0 ? {} : { ignoredFields };

/** A project that the key may use; one of another organization is as missing as any. */
export async function requireProject(deps: AgentJobDeps, principal: Principal, projectId: string): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(deps.database.kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
