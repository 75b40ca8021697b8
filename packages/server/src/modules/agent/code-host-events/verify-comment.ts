import { isCodeHostError, type CodeHost, type FoundComment } from '../../../platform/code-host/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { AgentJobDeps } from '../agent-jobs/index.ts';
import type { HostComment } from './host-event.ts';
import { judgeComment } from './judge-comment.ts';
import type { HookRow } from './tables.ts';

export interface ClaimedComment {
  readonly hook: HookRow;
  readonly event: HostComment;
  readonly host: CodeHost;
  /** The refused action in the audit log if the comment doesn't exist. */
  readonly attempt: {
    readonly action: string;
    readonly target: { readonly kind: string; readonly id: string; readonly name?: string };
    readonly details?: { readonly projectId: string };
  };
}

/** The request in a comment, as the code host returned it. */
export interface VerifiedComment {
  readonly prompt: string;
  readonly author: FoundComment['author'];
  readonly isMention: boolean;
}

/**
 * Reads the comment and its author's permission from the code host: a signed event proves only that its sender has the
 * hook's secret. Returns a reason if the comment isn't a request that the agent acts on.
 */
export async function verifyComment(
  { database }: Pick<AgentJobDeps, 'database'>,
  { hook, event, host, attempt }: ClaimedComment,
): Promise<VerifiedComment | string> {
  const rules = { followUps: hook.follow_ups, mention: hook.mention };
  // Most comments aren't for the agent: the code host is queried only about those that are.
  const claimed = judgeComment(event, rules);
  if (claimed.kind === 'ignored') return claimed.reason;
  const found = await host.findComment(event);
  if (found === undefined) {
    // Recorded, because anyone with a hook's secret can send forged events.
    await recordAuditEvent(database.kysely, authorAt(hook, event.author.name), {
      ...attempt,
      result: 'refused',
      details: { ...attempt.details, hookId: hook.id, commentId: event.commentId.slice(0, 200) },
    });
    return `the comment does not exist on the ${event.isOnIssue === true ? 'issue' : 'pull request'}`;
  }
  const verdict = judgeComment(found, rules);
  if (verdict.kind === 'ignored') return verdict.reason;
  const refusal = await refuseAuthor(host, found.author);
  return refusal ?? { ...verdict, author: found.author };
}

/** Returns a person on the code host, as the audit log names them: neither a key nor one of our users. */
export const authorAt = ({ organization_id: organizationId, kind }: HookRow, name: string): Author => ({
  organizationId,
  actor: { kind: 'anonymous', id: null, name: `${name} (${kind})` },
  origin: null,
});

/**
 * Returns why an author's command is refused, or `undefined` if it is accepted. Commands are accepted only from people
 * who could make the change themselves.
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
