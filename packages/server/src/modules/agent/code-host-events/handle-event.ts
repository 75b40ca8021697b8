import { ApiError } from '../../../platform/http/index.ts';
import { isCodeHostError, type CodeHost, type FoundComment } from '../../../platform/code-host/index.ts';
import { toStorableText } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  findJobOfPullRequest,
  notePullRequest,
  sendMessage,
  type AgentJobDeps,
  type AgentJobRow,
} from '../agent-jobs/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { findEventRepository, type ListContextRepositories } from './find-event-repository.ts';
import type { HostComment, HostEvent } from './host-event.ts';
import { judgeComment } from './judge-comment.ts';
import type { EventTicket, ReceiveDeps } from './receive-event.ts';
import { endHostEvent, selectWaiting, type EventEnd } from './store.ts';
import type { HookRow } from './tables.ts';

export interface HandleDeps extends Omit<ReceiveDeps, 'secretBox' | 'database'> {
  readonly database: ReceiveDeps['database'] & AgentJobDeps['database'];
  readonly agentJobs: AgentJobDeps;
  readonly connectRepository: ConnectRepository;
  readonly listContextRepositories: ListContextRepositories;
  readonly onHint: TellHint;
  readonly log: Logger;
}

/** Hints for live sites: a recipient queries the code host and doesn't rely on the hint's content. */
export type TellHint = (
  hint: {
    /** The repository as stored in the projects that use it. */
    readonly repository: string;
    readonly organizationId: string;
    readonly author: string | null;
  } & (
    | { readonly branches: readonly string[] }
    | {
        readonly pullRequest: number;
        /** Whether the pull request was merged, so that its base branch moved. */
        readonly isMerged?: boolean;
      }
  ),
) => Promise<void>;

/** Decides on one event. May run twice: the follow-up uses the event's ID as its idempotency key. */
export async function handleEvent(deps: HandleDeps, ticket: EventTicket): Promise<void> {
  const event = await selectWaiting(deps.database.kysely, ticket.eventId);
  if (event === undefined) return;
  const end = await decide(deps, { eventId: event.id, hook: event.hook, event: event.data });
  const isPatient = deps.clock.now() - event.received_at.getTime() < deps.settings.giveUpAfterMs;
  const final = end.outcome === 'waiting' && !isPatient ? { ...end, outcome: 'ignored' as const } : end;
  deps.log.info({ codeHostEventId: event.id, ...final }, 'event of a code host');
  await deps.database.kysely.transaction().execute(async (tx) => {
    await endHostEvent(tx, event.id, final);
    if (final.outcome !== 'waiting') return;
    const look = ticket.look + 1;
    await deps.engine.enqueue(
      deps.queue,
      { eventId: event.id, look },
      {
        transaction: tx,
        singletonKey: `${event.id}:${look}`,
        groupId: event.hook.organization_id,
        startAfter: new Date(deps.clock.now() + deps.settings.retryAfterMs),
      },
    );
  });
}

interface IncomingEvent<E extends HostEvent = HostEvent> {
  readonly eventId: string;
  readonly hook: HookRow;
  readonly event: E;
}

async function decide(deps: HandleDeps, incoming: IncomingEvent): Promise<EventEnd> {
  const { hook, event } = incoming;
  const db = deps.database.kysely;
  const project = await findProject(db, hook.organization_id, hook.project_id);
  if (project === undefined) return ignored('the project was deleted');
  const found = await findEventRepository(deps, project, { hook, repository: event.repository });
  if (found === undefined) {
    return ignored(`it is about ${event.repository}, which is not the project's repository and has none of its code`);
  }
  if (event.kind !== 'comment') {
    await deps.onHint({
      organizationId: hook.organization_id,
      repository: found.address,
      author: event.by,
      ...toHint(event),
    });
  }
  if (event.kind === 'branch-moved' || event.kind === 'pull-request-changed') return noted;
  const { pullRequest: number } = event;
  const job = found.isDocs ? await findJobOfPullRequest(db, { projectId: project.id, number }) : undefined;
  if (job === undefined)
    return event.kind === 'comment' ? ignored("the pull request wasn't opened by the agent") : noted;
  if (event.kind === 'comment') return followUp(deps, { ...incoming, event }, { job, host: found.host });
  await notePullRequest(deps.database, job.id, { state: event.state, by: event.by });
  return { ...noted, agentJobId: job.id };
}

function toHint(event: Exclude<HostEvent, HostComment>) {
  if (event.kind === 'branch-moved') return { branches: event.branches };
  const isMerged = event.kind === 'pull-request-ended' && event.state === 'merged';
  return { pullRequest: event.pullRequest, ...(isMerged && { isMerged }) };
}

async function followUp(
  deps: HandleDeps,
  { eventId, hook, event }: IncomingEvent<HostComment>,
  { job, host }: { readonly job: AgentJobRow; readonly host: CodeHost },
): Promise<EventEnd> {
  const rules = { followUps: hook.follow_ups, mention: hook.mention };
  // Most comments aren't for the agent: the code host is queried only about those that are.
  const claimed = judgeComment(event, rules);
  if (claimed.kind === 'ignored') return ignored(claimed.reason, job.id);
  const said = await host.findComment(event);
  if (said === undefined) {
    await recordForgedComment(deps, { hook, job, event });
    return ignored('the comment does not exist on the pull request', job.id);
  }
  const verdict = judgeComment(said, rules);
  if (verdict.kind === 'ignored') return ignored(verdict.reason, job.id);
  const refusal = await refuseAuthor(host, said.author);
  if (refusal !== undefined) return ignored(refusal, job.id);
  const { organization_id: organizationId, project_id: projectId } = job;
  try {
    await sendMessage(deps.agentJobs, {
      principal: { organizationId, projectIds: [projectId] },
      author: authorAt(hook, said.author.name),
      projectId,
      id: job.id,
      // A host may send characters that the database can't store; without this, the event would be retried until it is
      // given up.
      body: { prompt: toStorableText(verdict.prompt) },
      idempotencyKey: `code-host-event ${eventId}`,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const isForLater = error.code === 'agent_job_active' || error.code === 'rate_limited';
    const outcome = isForLater ? 'waiting' : 'ignored';
    return { outcome, reason: error.message, agentJobId: job.id };
  }
  return { outcome: 'follow-up', reason: null, agentJobId: job.id };
}

/** A person at the code host, as the audit log names them: neither a key nor one of our users. */
const authorAt = ({ organization_id: organizationId, kind }: HookRow, name: string): Author => ({
  organizationId,
  actor: { kind: 'anonymous', id: null, name: `${name} (${kind})` },
  origin: null,
});

/** Records a comment that the code host doesn't have, because anyone with a hook's secret can post anything. */
async function recordForgedComment(
  { database }: HandleDeps,
  { hook, job, event }: { readonly hook: HookRow; readonly job: AgentJobRow; readonly event: HostComment },
): Promise<void> {
  await recordAuditEvent(database.kysely, authorAt(hook, event.author.name), {
    action: 'agent_job.follow_up_sent',
    result: 'refused',
    target: { kind: 'agent_job', id: job.id },
    details: { projectId: job.project_id, hookId: hook.id, commentId: event.commentId.slice(0, 200) },
  });
}

/**
 * Commands are accepted only from people who could make the change themselves. Returns `undefined` if the author is one
 * of them.
 */
async function refuseAuthor(host: CodeHost, author: FoundComment['author']): Promise<string | undefined> {
  try {
    const permission = await host.permissionOf(author);
    if (permission === 'write' || permission === 'admin') return undefined;
    return `${author.name} has no write access to the repository`;
  } catch (error) {
    if (!isCodeHostError(error, 'forbidden')) throw error;
    return `the installation's credentials can't check the permissions of ${author.name}`;
  }
}

const noted: EventEnd = { outcome: 'noted', reason: null, agentJobId: null };

const ignored = (reason: string, agentJobId: string | null = null): EventEnd => ({
  outcome: 'ignored',
  reason,
  agentJobId,
});
