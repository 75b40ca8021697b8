import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { IdempotencyTables } from '../../foundation/idempotency/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { DraftTables } from '../drafts/index.ts';

export interface CommentTables extends AccountTables, DraftTables, IdempotencyTables, RateLimitTables {
  comment_files: TableOf<'comment_files'>;
  comment_threads: TableOf<'comment_threads'>;
  comments: TableOf<'comments'>;
}

export type CommentFileRow = Selectable<CommentTables['comment_files']>;
export type ThreadRow = Selectable<CommentTables['comment_threads']>;
export type CommentRow = Selectable<CommentTables['comments']>;
