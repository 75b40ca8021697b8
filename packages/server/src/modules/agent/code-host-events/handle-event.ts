import { ApiError } from '../../../platform/http/index.ts';
import type { CodeHost } from '../../../platform/code-host/index.ts';
import { toStorableText, type Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  findJobOfPullRequest,
  notePullRequest,
  sendMessage,
  type AgentJobDeps,
  type AgentJobRow,
} from '../agent-jobs/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { answerComment } from './answer-comment.ts';
import { findEventRepository, type ListContextRepositories } from './find-event-repository.ts';
import type { HostComment, HostEvent } from './host-event.ts';
import type { EventTicket, ReceiveDeps } from './receive-event.ts';
import { endHostEvent, selectWaiting, type EventEnd } from './store.ts';
import { startMentionedJob, type Mention, type MentionTables } from './start-mentioned-job.ts';
import type { HookRow } from './tables.ts';
import { authorAt, verifyComment } from './verify-comment.ts';

export interface HandleDeps extends Omit<ReceiveDeps, 'secretBox' | 'database'> {
  readonly database: Database<MentionTables>;
  readonly agentJobs: AgentJobDeps;
  readonly connectRepository: ConnectRepository;
  readonly listContextRepositories: ListContextRepositories;
  readonly onHint: TellHint;
  readonly log: Logger;
  /** Address of the service, for links to jobs. */
  readonly baseUrl: string;
}

/** Sends a hint to live sites. A recipient queries the code host, and doesn't rely on the hint's content. */
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
export async function handleEvent(
  deps: HandleDeps,
  ticket: EventTicket & { readonly isLastAttempt?: boolean },
): Promise<void> {
  const event = await selectWaiting(deps.database.kysely, ticket.eventId);
  if (event === undefined) return;
  const { isLastAttempt = false } = ticket;
  const end = await decide(deps, { eventId: event.id, hook: event.hook, event: event.data, isLastAttempt });
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
  /** Whether this is the last attempt; if not, the queue repeats the event after a retryable failure. */
  readonly isLastAttempt: boolean;
}

async function decide(deps: HandleDeps, incoming: IncomingEvent): Promise<EventEnd> {
  const { hook, event } = incoming;
  const db = deps.database.kysely;
  const project = await findProject(db, hook.organization_id, hook.project_id);
  if (project === undefined) return ignored('the project was deleted');
  const found = await findEventRepository(deps, project, { hook, repository: event.repository });
  if (found === undefined) {
    return ignored(
      `it is about ${event.repository}, which is not the project's repository or one of its context repositories`,
    );
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
  const isOnIssue = event.kind === 'comment' && event.isOnIssue === true;
  const job =
    found.isDocs && !isOnIssue ? await findJobOfPullRequest(db, { projectId: project.id, number }) : undefined;
  if (event.kind === 'comment') {
    const comment = { ...incoming, event };
    return job === undefined
      ? startJob(deps, { ...comment, project, repository: found })
      : followUp(deps, comment, { job, host: found.host });
  }
  if (job === undefined) return noted;
  await notePullRequest(deps.database, job.id, { state: event.state, by: event.by });
  return { ...noted, agentJobId: job.id };
}

function toHint(event: Exclude<HostEvent, HostComment>) {
  if (event.kind === 'branch-moved') return { branches: event.branches };
  const isMerged = event.kind === 'pull-request-ended' && event.state === 'merged';
  return { pullRequest: event.pullRequest, ...(isMerged && { isMerged }) };
}

async function startJob(deps: HandleDeps, mention: Mention & { readonly isLastAttempt: boolean }): Promise<EventEnd> {
  const { eventId, event, project, repository, isLastAttempt } = mention;
  try {
    const started = await startMentionedJob(deps, mention);
    if (typeof started === 'string') return ignored(started);
    const { jobId } = started;
    const on = event.isOnIssue === true ? { issue: event.pullRequest } : event.pullRequest;
    const answer = { eventId, on, projectId: project.id, jobId, isNew: true, isLastAttempt };
    await answerComment(deps, repository.host, answer);
    return { outcome: 'job-started', reason: null, agentJobId: jobId };
  } catch (error) {
    return toEnd(error, null);
  }
}

async function followUp(
  deps: HandleDeps,
  { eventId, hook, event, isLastAttempt }: IncomingEvent<HostComment>,
  { job, host }: { readonly job: AgentJobRow; readonly host: CodeHost },
): Promise<EventEnd> {
  const { organization_id: organizationId, project_id: projectId, id } = job;
  const target = { kind: 'agent_job', id };
  const attempt = { action: 'agent_job.follow_up_sent', target, details: { projectId } } as const;
  const verified = await verifyComment(deps, { hook, event, host, attempt });
  if (typeof verified === 'string') return ignored(verified, id);
  try {
    await sendMessage(deps.agentJobs, {
      principal: { organizationId, projectIds: [projectId] },
      author: authorAt(hook, verified.author.name),
      projectId,
      id,
      // A host can send characters that the database can't store. Without this, the event would be retried until the
      // last attempt.
      body: { prompt: toStorableText(verified.prompt) },
      idempotencyKey: `code-host-event ${eventId}`,
    });
  } catch (error) {
    return toEnd(error, id);
  }
  if (verified.isMention) {
    const answer = { eventId, on: event.pullRequest, projectId, jobId: id, isNew: false, isLastAttempt };
    await answerComment(deps, host, answer);
  }
  return { outcome: 'follow-up', reason: null, agentJobId: id };
}

/** Codes of temporary errors. */
const passing: readonly string[] = ['agent_job_active', 'rate_limited', 'too_many_waiting'];

/** Converts a refusal to an outcome: the event waits until a temporary error ends; any other refusal ends the event. */
function toEnd(error: unknown, agentJobId: string | null): EventEnd {
  if (!(error instanceof ApiError)) throw error;
  const isForLater = passing.includes(error.code);
  if (!isForLater && error.status >= 500) throw error;
  return { outcome: isForLater ? 'waiting' : 'ignored', reason: error.message, agentJobId };
}

const noted: EventEnd = { outcome: 'noted', reason: null, agentJobId: null };

const ignored = (reason: string, agentJobId: string | null = null): EventEnd => ({
  outcome: 'ignored',
  reason,
  agentJobId,
});
