import type { Transaction } from 'kysely';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { CommentTables } from './tables.ts';

export type CommentAction = 'created' | 'updated' | 'deleted' | 'resolved' | 'reopened' | 'accepted' | 'rejected';

/** Records an action in the audit log, without the text of comments. */
export async function recordComment(
  tx: Transaction<CommentTables>,
  author: Author,
  event: {
    readonly action: CommentAction;
    readonly thread: {
      readonly id: string;
      readonly project_id: string;
      readonly branch: string;
      readonly path: string;
    };
    readonly commentId?: string;
    /** The agent job that wrote the comment. */
    readonly agentJobId?: string;
  },
): Promise<void> {
  const { action, thread, commentId, agentJobId } = event;
  await recordAuditEvent(tx, author, {
    action: `comment.${action}`,
    target: { kind: 'comment_thread', id: thread.id, name: thread.path },
    details: {
      projectId: thread.project_id,
      branch: thread.branch,
      ...(commentId !== undefined && { commentId }),
      ...(agentJobId !== undefined && { agentJobId }),
    },
  });
}
