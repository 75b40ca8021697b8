import { maxPromptLength, type AgentJob, type SendMessageBody } from '@docwright/contract';
import { toModelPrompt, type AskedTurn, type Evidence } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { ApiError } from '../../../../platform/http/index.ts';
import { requireBudget, type BudgetTables } from '../../../project-config/budgets/index.ts';
import { answerOnce, idempotencyActor } from '../../../foundation/idempotency/index.ts';
import {
  agentMessageLimit,
  takeUse,
  withinWaitingLimit,
  type RateLimitHeaders,
  type RateLimitTables,
} from '../../../foundation/rate-limits/index.ts';
import { named, type AgentJobAnswer, type AgentJobDeps } from './create-agent-job.ts';
import { agentJobActive, agentJobArchived, agentJobOfDraft } from '../errors.ts';
import { storeAttachments, toIdentity, type Attachment } from './attachments.ts';
import { lockAgentJob, type AgentJobRequest } from './require-agent-job.ts';
import { recordJobEvent } from './record-job-event.ts';
import { insertEvent, updateAgentJob } from '../store.ts';
import { insertTurn } from './store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** The key ID of code host events, which have no user. */
const codeHost = 'code-host';

/**
 * Accepts a follow-up: makes the job active again, with the same branch and pull request.
 * @throws ApiError invalid_request, not_found, agent_job_archived, agent_job_active, rate_limited, too_many_waiting
 * (not for a code host's event)
 */
export async function sendMessage(
  deps: AgentJobDeps,
  request: AgentJobRequest & {
    readonly body: Omit<SendMessageBody, 'attachments'>;
    readonly attachments?: readonly Attachment[];
    readonly idempotencyKey: string | undefined;
    readonly ignoredFields?: readonly string[];
  },
): Promise<AgentJobAnswer> {
  const { principal, projectId, id, attachments = [], idempotencyKey: key } = request;
  const asked = readAsked(request.body);
  const body = { ...request.body, ...toIdentity(attachments) };
  const operation = `sendAgentJobMessage ${projectId} ${id}`;
  const actor = request.author === undefined ? codeHost : idempotencyActor(request.author.actor);
  const idempotent = { organizationId: principal.organizationId, actor, key, operation, body };
  return deps.database.kysely.transaction().execute(async (tx) => {
    let headers: RateLimitHeaders = {};
    // Checked before a stored response is repeated, because callers who can no longer see the job must not receive it.
    const job = await lockAgentJob(tx, request);
    const answer = await answerOnce(tx, idempotent, async () => {
      requireExtendable(job);
      headers = await takeUse(tx, agentMessageLimit, projectId);
      await recordJobEvent(tx, request, 'agent_job.follow_up_sent');
      // Events of a code host aren't limited, because they arrive once and can't be sent again.
      const isBounded = request.author !== undefined;
      const isFromCodeHost = (request.author?.actor.kind ?? 'anonymous') === 'anonymous';
      const added = { job, asked, attachments, isFromCodeHost, isBounded };
      return addTurn(deps, tx, { ...added, ignoredFields: request.ignoredFields ?? [] });
    });
    return { ...answer, headers };
  });
}

/**
 * Adds a follow-up from evidence, in the caller's transaction.
 * @throws ApiError not_found, agent_job_archived, agent_job_of_draft, agent_job_active, budget_spent, rate_limited,
 * too_many_waiting
 */
export async function extendJobWithEvidence(
  deps: AgentJobDeps,
  tx: Transaction<AgentJobTables & BudgetTables & RateLimitTables>,
  request: Required<AgentJobRequest> & {
    readonly prompt: string;
    readonly evidence: readonly Evidence[];
    readonly asksFirst: boolean;
  },
): Promise<AgentJob> {
  const { projectId, prompt, evidence, asksFirst, principal } = request;
  const job = await lockAgentJob(tx, request);
  requireExtendable(job);
  await requireBudget(tx, { organizationId: principal.organizationId, projectId });
  await takeUse(tx, agentMessageLimit, projectId);
  await recordJobEvent(tx, request, 'agent_job.follow_up_sent');
  return addTurn(deps, tx, { job, asked: { prompt }, evidence, asksFirst, isBounded: true, ignoredFields: [] });
}

/** @throws ApiError agent_job_archived, agent_job_of_draft, agent_job_active */
function requireExtendable({ id, status, ask }: AgentJobRow): void {
  if (status === 'archived') throw agentJobArchived(id);
  if (ask !== null) throw agentJobOfDraft(id);
  if (status === 'active') throw agentJobActive(id);
}

/** Makes the locked job active again. */
async function addTurn(
  deps: AgentJobDeps,
  tx: Transaction<AgentJobTables>,
  added: {
    readonly job: AgentJobRow;
    readonly asked: AskedTurn;
    readonly attachments?: readonly Attachment[];
    readonly evidence?: readonly Evidence[];
    readonly asksFirst?: boolean;
    readonly isFromCodeHost?: boolean;
    readonly isBounded: boolean;
    readonly ignoredFields: readonly string[];
  },
): Promise<AgentJob> {
  const { job, asked, attachments = [], evidence, asksFirst, isFromCodeHost, isBounded } = added;
  const { id, organization_id: groupId } = job;
  const turn = job.turns + 1;
  await insertTurn(tx, { jobId: id, turn, ...asked, attachments, evidence, asksFirst, isFromCodeHost });
  await storeAttachments(tx, job, attachments);
  await insertEvent(tx, id, { type: 'job.follow_up', data: { turn, ...named(added.ignoredFields) } });
  const row = await updateAgentJob(tx, id, {
    status: 'active',
    turns: turn,
    // Prevents a running worker of an earlier turn from writing into this one.
    attempt: job.attempt + 1,
    result: null,
    error: null,
    summary: null,
    publish_state: 'working',
  });
  const options = { transaction: tx, singletonKey: `${id}:${turn}`, groupId, isBounded };
  await withinWaitingLimit('agent jobs', () => deps.engine.enqueue(deps.queue, { agentJobId: id, turn }, options));
  return toAgentJob(row, deps.repositoryUrl);
}

/**
 * @throws ApiError invalid_request: if both the prompt and the comments are missing, if a comment doesn't have one text
 * for each line that it names, or if the text is too long
 */
function readAsked({ prompt = '', comments }: Omit<SendMessageBody, 'attachments'>): AskedTurn {
  if (prompt === '' && comments === undefined) {
    const message = 'is required, or `comments`';
    throw new ApiError('invalid_request', `The follow-up is empty: \`prompt\` ${message}.`, {
      details: [{ path: '/prompt', message }],
    });
  }
  for (const [index, { from, to, lines }] of (comments ?? []).entries()) {
    const named = to - from + 1;
    if (lines.length === named) continue;
    const message = `must have one text for each line from ${from} to ${to}: ${Math.max(0, named)}, not ${lines.length}`;
    throw new ApiError('invalid_request', `\`comments[${index}].lines\` ${message}.`, {
      details: [{ path: `/comments/${index}/lines`, message }],
    });
  }
  const asked = { prompt, ...(comments !== undefined && { comments }) };
  const { length } = toModelPrompt(asked);
  if (length > maxPromptLength) {
    const message = `are too long for one follow-up: ${countOf(length, 'character')} with the quoted lines, and ${maxPromptLength} are allowed`;
    throw new ApiError('invalid_request', `The comments ${message}. Send fewer comments, or quote fewer lines.`, {
      details: [{ path: '/comments', message }],
    });
  }
  return asked;
}
