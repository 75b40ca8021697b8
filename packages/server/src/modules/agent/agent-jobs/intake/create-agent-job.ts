import { idPrefixes, type AgentJob, type ContextRepository, type CreateAgentJobBody } from '@docwright/contract';
import type { Evidence } from '@docwright/doc-agent';
import { toStorableJson, type Database } from '../../../../platform/database/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { mayUseProject, type Principal } from '../../../../platform/http/index.ts';
import type { JobEngine, JobQueue } from '../../../../platform/job-engine/index.ts';
import { recordAuditEvent, systemAuthor, type Author } from '../../../foundation/audit-log/index.ts';
import {
  answerOnce,
  idempotencyActor,
  type Answer,
  type IdempotencyTables,
} from '../../../foundation/idempotency/index.ts';
import { requireBudget } from '../../../project-config/budgets/index.ts';
import {
  findProject,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../../../project-config/projects/index.ts';
import { requireBranch } from '../../../sources/repositories/index.ts';
import {
  agentJobLimit,
  takeUse,
  withinWaitingLimit,
  type RateLimitHeaders,
  type RateLimitTables,
} from '../../../foundation/rate-limits/index.ts';
import { storeAttachments, toIdentity, type Attachment } from './attachments.ts';
import { insertAgentJob, insertTurn } from './store.ts';
import { insertEvent } from '../store.ts';
import type { AgentJobTables, Ask } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';

/** The payload of the queue; everything else is in the job's row. */
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

type Prompted = Omit<CreateAgentJobBody, 'attachments'>;

/** Number of characters of the first prompt that are shown in lists and searched. */
const maxPromptExcerpt = 1_000;

const noUsage: AgentJob['usage'] = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  known: true,
};

/**
 * Accepts a prompt. The limit, the job, its first event and the queue are updated in one transaction.
 * @throws ApiError not_found, invalid_request (branch, too many images), rate_limited, too_many_waiting, idempotency_…
 */
export async function createAgentJob(
  deps: AgentJobDeps,
  request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: Prompted;
    readonly attachments?: readonly Attachment[];
    /** Whether the job starts from the project's branch if the requested one doesn't exist. */
    readonly mayLackBranch?: boolean;
    readonly idempotencyKey: string | undefined;
    /** Unknown fields of the request, which the job's first event names. */
    readonly ignoredFields: readonly string[];
  },
): Promise<AgentJobAnswer> {
  const { principal, projectId, body, attachments = [], mayLackBranch = false } = request;
  const { organizationId } = principal;
  const project = await requireProject(deps, principal, projectId);
  const baseBranch = body.branch === undefined ? project.branch : requireBranch(body.branch);
  const idempotent = {
    organizationId,
    actor: idempotencyActor(principal.actor),
    key: request.idempotencyKey,
    operation: `createAgentJob ${projectId}`,
    body: { ...body, ...toIdentity(attachments), ...(mayLackBranch && { mayLackBranch }) },
  };
  return deps.database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    const answer = await answerOnce(tx, idempotent, async () => {
      headers = await takeUse(tx, agentJobLimit, projectId);
      return insertAndEnqueue(deps, tx, {
        author: principal,
        project,
        baseBranch,
        ...(mayLackBranch && baseBranch !== project.branch && { fallbackBranch: project.branch }),
        body,
        attachments,
        isFree: false,
        ignoredFields: request.ignoredFields,
      });
    });
    return { ...answer, headers };
  });
}

/**
 * Accepts a request about a draft, whose job suggests changes. Callers check the permissions.
 * @throws ApiError rate_limited, too_many_waiting, budget_spent, idempotency_…
 */
export async function createDraftJob(
  deps: AgentJobDeps,
  request: {
    readonly principal: Principal;
    readonly project: ProjectRow;
    readonly branch: string;
    readonly prompt: string;
    readonly ask: Ask;
    readonly idempotencyKey: string | undefined;
    /** Checks a request that isn't repeated. */
    readonly verify: () => void;
  },
): Promise<AgentJobAnswer> {
  const { principal, project, branch, prompt, ask, verify } = request;
  const idempotent = {
    organizationId: principal.organizationId,
    actor: idempotencyActor(principal.actor),
    key: request.idempotencyKey,
    operation: `askAgent ${project.id} ${branch}`,
    body: { prompt, ...ask },
  };
  return deps.database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    const answer = await answerOnce(tx, idempotent, async () => {
      verify();
      headers = await takeUse(tx, agentJobLimit, project.id);
      const job = { author: principal, project, baseBranch: branch, body: { prompt }, ask };
      return insertAndEnqueue(deps, tx, { ...job, isFree: false, ignoredFields: [] });
    });
    return { ...answer, headers };
  });
}

/** Returns the ignored fields in the format of an event's data. */
export const named = (ignoredFields: readonly string[]): { readonly ignoredFields?: readonly string[] } =>
  ignoredFields.length === 0 ? {} : { ignoredFields };

/**
 * Creates the sample job of a first start. The job doesn't count toward the project's limit and is created once: an
 * interrupted start finds the existing job.
 */
export async function createExampleJob(
  deps: AgentJobDeps,
  example: { readonly organizationId: string; readonly projectId: string; readonly prompt: string },
): Promise<string> {
  const { organizationId, projectId, prompt } = example;
  const author = systemAuthor(organizationId);
  const project = await findProject(deps.database.kysely, organizationId, projectId);
  if (project === undefined) throw projectNotFound(projectId);
  const idempotent = {
    organizationId,
    actor: idempotencyActor(author.actor),
    key: `example-${projectId}`,
    operation: 'createExampleJob',
    body: { prompt },
  };
  const { body: job } = await deps.database.kysely.transaction().execute((tx) =>
    answerOnce(tx, idempotent, () =>
      insertAndEnqueue(deps, tx, {
        author,
        project,
        baseBranch: project.branch,
        body: { prompt },
        isFree: true,
        ignoredFields: [],
      }),
    ),
  );
  return job.id;
}

/**
 * Creates a job from evidence, in the caller's transaction, which ensures that the job is created only once.
 * @throws ApiError rate_limited, too_many_waiting
 */
export async function createJobWithEvidence(
  deps: AgentJobDeps,
  tx: CreateTransaction,
  newJob: {
    readonly author: Author;
    readonly project: ProjectRow;
    readonly body: Prompted;
    readonly evidence: readonly Evidence[];
    /** Whether the model first answers a short question: whether the evidence requires any change. */
    readonly asksFirst?: boolean;
    /** Whether the job never publishes its changes. */
    readonly dryRun?: boolean;
    /**
     * Repositories that the job can read, with stored addresses. Absent: the project's list at the start of each turn.
     */
    readonly contextRepositories?: readonly ContextRepository[];
  },
): Promise<{ readonly job: AgentJob; readonly headers: RateLimitHeaders }> {
  const headers = await takeUse(tx, agentJobLimit, newJob.project.id);
  const { branch: baseBranch } = newJob.project;
  const job = await insertAndEnqueue(deps, tx, { ...newJob, baseBranch, isFree: false, ignoredFields: [] });
  return { job, headers };
}

type CreateTransaction = Parameters<
  Parameters<ReturnType<AgentJobDeps['database']['kysely']['transaction']>['execute']>[0]
>[0];

async function insertAndEnqueue(
  deps: AgentJobDeps,
  tx: CreateTransaction,
  newJob: {
    readonly author: Author;
    readonly project: ProjectRow;
    readonly baseBranch: string;
    readonly fallbackBranch?: string;
    readonly body: Prompted;
    readonly attachments?: readonly Attachment[];
    readonly isFree: boolean;
    readonly ignoredFields: readonly string[];
    readonly evidence?: readonly Evidence[];
    readonly asksFirst?: boolean;
    readonly dryRun?: boolean;
    readonly contextRepositories?: readonly ContextRepository[];
    readonly ask?: Ask;
  },
): Promise<AgentJob> {
  const { author, project, body, attachments = [], evidence, contextRepositories, ask } = newJob;
  if (!newJob.isFree) await requireBudget(tx, { organizationId: project.organization_id, projectId: project.id });
  const row = await insertAgentJob(tx, {
    id: newId(idPrefixes.agentJob),
    organization_id: project.organization_id,
    project_id: project.id,
    status: 'active',
    model: project.model,
    is_free: newJob.isFree,
    dry_run: newJob.dryRun ?? false,
    repository: project.repository,
    base_branch: newJob.baseBranch,
    ...(newJob.fallbackBranch !== undefined && { fallback_branch: newJob.fallbackBranch }),
    prompt: body.prompt.slice(0, maxPromptExcerpt),
    as_draft: body.asDraft ?? project.as_draft,
    usage: JSON.stringify(noUsage),
    ...(contextRepositories !== undefined && { context_repositories: toStorableJson(contextRepositories) }),
    ...(ask !== undefined && { ask: toStorableJson(ask) }),
    started_by_kind: author.actor.kind,
    started_by_id: author.actor.id,
    started_by_name: author.actor.name,
  });
  const { asksFirst } = newJob;
  await insertTurn(tx, { jobId: row.id, turn: 1, prompt: body.prompt, attachments, evidence, asksFirst });
  await storeAttachments(tx, row, attachments);
  await insertEvent(tx, row.id, { type: 'job.created', data: { ...named(newJob.ignoredFields) } });
  const target = { kind: 'agent_job', id: row.id, name: row.prompt };
  const details = { projectId: project.id, ...(ask !== undefined && { draft: newJob.baseBranch }) };
  await recordAuditEvent(tx, author, { action: 'agent_job.created', target, details });
  const groupId = project.organization_id;
  const options = { transaction: tx, singletonKey: `${row.id}:1`, groupId, isBounded: !newJob.isFree };
  await withinWaitingLimit('agent jobs', () =>
    deps.engine.enqueue(deps.queue, { agentJobId: row.id, turn: 1 }, options),
  );
  return toAgentJob(row, deps.repositoryUrl);
}

/** Returns a project that the key can use. Another organization's project is treated like a missing one. */
export async function requireProject(deps: AgentJobDeps, principal: Principal, projectId: string): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(deps.database.kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
