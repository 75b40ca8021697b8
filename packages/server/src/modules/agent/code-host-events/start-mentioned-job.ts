import { maxPromptLength } from '@docwright/contract';
import { cleanSource, type Evidence } from '@docwright/doc-agent';
import { toStorableText, type Database } from '../../../platform/database/index.ts';
import type { CodeHost } from '../../../platform/code-host/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import type { IdempotencyTables } from '../../foundation/idempotency/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import {
  createJobWithEvidence,
  findJobOfRepository,
  type AgentJobDeps,
  type AgentJobTables,
} from '../agent-jobs/index.ts';
import type { EventRepository } from './find-event-repository.ts';
import type { HostComment } from './host-event.ts';
import { lockWaiting, updateJobOfEvent } from './store.ts';
import type { CodeHostEventTables, HookRow } from './tables.ts';
import { verifyComment, type VerifiedComment } from './verify-comment.ts';

export interface Mention {
  readonly eventId: string;
  readonly hook: HookRow;
  readonly event: HostComment;
  readonly project: ProjectRow;
  readonly repository: EventRepository;
}

/** The tables of an event and of the job that it starts. */
export type MentionTables = CodeHostEventTables & AgentJobTables & ProjectTables & RateLimitTables & IdempotencyTables;

export interface MentionDeps {
  readonly database: Database<MentionTables>;
  readonly agentJobs: AgentJobDeps;
}

/**
 * Starts a job for a comment that mentions the agent, on an issue or a person's pull request. The comment is the
 * prompt; the issue or pull request is evidence, because anyone could have written it. Returns the job, or a reason.
 * @throws {ApiError} budget_spent, rate_limited, too_many_waiting
 */
export async function startMentionedJob(
  deps: MentionDeps,
  mention: Mention,
): Promise<{ readonly jobId: string } | string> {
  const { hook, event, project, repository } = mention;
  const { organization_id: organizationId, id: projectId } = project;
  const name = { organizationId, repository: repository.address, number: event.pullRequest };
  if (event.isOnIssue !== true && (await findJobOfRepository(deps.database.kysely, name)) !== undefined)
    return 'the pull request belongs to a job of another project';
  const verified = await verifyComment(deps, {
    // Without a job, a review comment can't be an answer to the agent.
    hook: { ...hook, follow_ups: hook.follow_ups === 'off' ? 'off' : 'mention' },
    event,
    host: repository.host,
    attempt: { action: 'agent_job.created', target: { kind: 'project', id: projectId, name: project.name } },
  });
  if (typeof verified === 'string') return verified;
  const prompt = toStorableText(verified.prompt);
  if (prompt.length > maxPromptLength) return `the comment is longer than ${maxPromptLength} characters`;
  const jobId = await createOnce(deps, mention, { prompt, author: verified.author });
  return jobId === undefined ? 'the event was processed by another worker' : { jobId };
}

/** Creates the job, and stores its ID with the event in the same transaction, so that a second attempt finds it. */
async function createOnce(
  { database, agentJobs }: MentionDeps,
  mention: Mention,
  { prompt, author }: Pick<VerifiedComment, 'prompt' | 'author'>,
): Promise<string | undefined> {
  const { eventId, hook, project } = mention;
  return database.kysely.transaction().execute(async (tx) => {
    const waiting = await lockWaiting(tx, eventId);
    if (waiting === undefined) return undefined;
    if (waiting.agent_job_id !== null) return waiting.agent_job_id;
    const { job } = await createJobWithEvidence(agentJobs, tx, {
      author: starterOf(hook, author.name),
      project,
      body: { prompt },
      evidence: toEvidence(mention),
    });
    await updateJobOfEvent(tx, eventId, job.id);
    return job.id;
  });
}

/** Returns the hook as the job's starter, with the comment author's name, so that the person is known later. */
const starterOf = ({ id, organization_id: organizationId, kind }: HookRow, name: string): Author => ({
  organizationId,
  actor: { kind: 'system', id, name: `${name} (${kind})` },
  origin: null,
});

function toEvidence({ event, repository }: Mention): readonly Evidence[] {
  const { subject, isOnIssue = false, pullRequest: number } = event;
  const text = subject === undefined ? '' : `${subject.title}\n\n${subject.text}`.trim();
  const source = `${repository.address}/${pathOf(repository.host.kind, isOnIssue)}/${number}`;
  return [{ kind: isOnIssue ? 'issue' : 'pull_request', text: toStorableText(cleanSource(text)), source }];
}

/** Returns the path of issues or pull requests. The address in an event isn't used, because it could be anything. */
function pathOf(kind: CodeHost['kind'], isOnIssue: boolean): string {
  if (isOnIssue) return kind === 'gitlab' ? '-/issues' : 'issues';
  switch (kind) {
    case 'gitlab':
      return '-/merge_requests';
    case 'bitbucket':
      return 'pull-requests';
    case 'gitea':
      return 'pulls';
    case 'github':
    case 'local':
      return 'pull';
  }
}
