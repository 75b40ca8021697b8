import { createHash, randomUUID } from 'node:crypto';
import type { CommentOnPullRequestBody, PullRequestComment } from '@docwright/contract';
import type { CodeHost } from '../../../../platform/code-host/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import {
  answerOnce,
  idempotencyActor,
  type Answer,
  type IdempotencyTables,
} from '../../../foundation/idempotency/index.ts';
import type { AgentJobRequest } from '../intake/require-agent-job.ts';
import { recordJobEvent } from '../intake/record-job-event.ts';
import type { AgentJobTables } from '../tables.ts';
import { atCodeHost, requireOwnPullRequest, type PullRequestDeps } from './own-pull-request.ts';

/**
 * Maximum wait for the code host. In the meantime, a request with a key occupies a connection of the database's pool.
 */
const patienceMs = 10_000;

export interface CommentDeps extends Omit<PullRequestDeps, 'database'> {
  readonly database: Database<AgentJobTables & IdempotencyTables>;
}

export interface CommentRequest extends Required<AgentJobRequest> {
  readonly body: CommentOnPullRequestBody;
  readonly idempotencyKey: string | undefined;
}

/**
 * Writes a comment under the caller's name. Its marker keeps the agent from treating the comment as an instruction when
 * the code host reports it. If the code host's response was lost, a retry with the same key finds the comment by the
 * marker. Errors: not_found, no_pull_request, code_host_refused.
 */
export async function commentOnPullRequest(
  deps: CommentDeps,
  request: CommentRequest,
  signal: AbortSignal,
): Promise<Answer<PullRequestComment>> {
  const { author, projectId, id, body, idempotencyKey: key } = request;
  const own = await requireOwnPullRequest(deps, request);
  const actor = idempotencyActor(author.actor);
  const { organizationId } = author;
  const operation = `commentOnAgentJobPullRequest ${projectId} ${id}`;
  const marker = toMarker(key === undefined ? randomUUID() : JSON.stringify([organizationId, actor, key, id]));
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const write = async (host: CodeHost): Promise<PullRequestComment> => {
    const written = key === undefined ? undefined : await host.findCommentWith(own.number, marker, patience);
    if (written !== undefined) return { url: own.url };
    const { url } = await host.comment(own.number, compose(author.actor.name, body.text, marker), patience);
    return { url };
  };
  return deps.database.kysely.transaction().execute((tx) =>
    answerOnce(tx, { organizationId, actor, key, operation, body }, async () => {
      const comment = await atCodeHost(deps, own, { what: 'commented on', ask: write });
      await recordJobEvent(tx, request, 'agent_job.pull_request_commented', { number: own.number });
      return comment;
    }),
  );
}

const toMarker = (name: string): string =>
  `<!-- docwright:comment=${createHash('sha256').update(name).digest('hex').slice(0, 32)} -->`;

/** Composes the comment, without markup and mentions in the name. */
const compose = (name: string, text: string, marker: string): string =>
  `**${name.replaceAll(/[^\p{L}\p{M}\p{N} .'-]+/gu, ' ').trim() || 'Someone'}** wrote in Docwright:\n\n${text}\n\n${marker}`;
