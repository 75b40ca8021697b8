import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { DraftDeps } from '../drafts/index.ts';
import type { CommentTables } from './tables.ts';

export interface CommentDeps {
  readonly database: Database<CommentTables>;
  readonly drafts: DraftDeps;
  readonly notify: (tx: AnyTransaction, notice: CommentNotice) => Promise<void>;
}

/** A notification about a thread, for one person. */
export interface CommentNotice {
  readonly kind: 'comment.mentioned' | 'comment.replied';
  readonly organizationId: string;
  readonly projectId: string;
  readonly threadId: string;
  readonly userId: string;
  readonly title: string;
  readonly text: string;
}
