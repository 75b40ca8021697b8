import type { FeedbackSource, FeedbackStatus } from '@docwright/contract';
import type { ReaderFeedback } from '@docwright/site-server';
import { type Selectable, sql } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { AnalyticsTables, ProjectDays } from './store.ts';

type FeedbackTable = TableOf<'page_feedback'>;
/** Feedback without its visitor, so that no one can find out who wrote it. */
export type FeedbackRow = Omit<Selectable<FeedbackTable>, 'visitor'>;

export interface FeedbackTables extends AnalyticsTables, AuditLogTables {
  page_feedback: FeedbackTable;
}
type Db = Queryable<FeedbackTables>;

/**
 * Inserts feedback. Returns `undefined` if the project is deleted, has already accepted `maxOfDay` entries within the
 * last day, or already has this feedback.
 */
export async function insertFeedback(
  db: Db,
  feedback: ReaderFeedback & {
    readonly id: string;
    readonly projectId: string;
    readonly visitor: string | null;
    readonly at: Date;
  },
  maxOfDay: number,
): Promise<(FeedbackRow & { readonly organization_id: string }) | undefined> {
  const { id, projectId, visitor, at, path, source, helpful, comment, contact, block, lang, code, filename } = feedback;
  const { rows } = await sql<FeedbackRow & { organization_id: string }>`
    with added as (
      insert into page_feedback (id, project_id, created_at, updated_at, path, source, helpful, comment, contact, visitor, block,
        lang, code, filename)
      select ${id}, projects.id, ${at}::timestamptz, ${at}::timestamptz, ${path}, ${source}, ${helpful}::boolean, ${comment}::text,
        ${contact}::text, decode(${visitor}::text, 'hex'), ${block}::int, ${lang}::text, ${code}::text, ${filename}::text
      from shared_projects as projects where projects.id = ${projectId} and ${maxOfDay}::int > (
        select count(*) from page_feedback where project_id = ${projectId} and created_at > ${at}::timestamptz - interval '1 day'
          and created_at <= ${at}::timestamptz)
      on conflict (id) do nothing returning *
    )
    select added.*, projects.organization_id from added join shared_projects as projects on projects.id = added.project_id`.execute(
    db,
  );
  return rows[0];
}

export async function hasFeedback(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from page_feedback where id = ${id} and project_id = ${projectId}`.execute(db);
  return rows.length > 0;
}

export interface FeedbackFilter extends ProjectDays {
  readonly source?: FeedbackSource | undefined;
  readonly status?: FeedbackStatus | undefined;
}

/** The last row of the previous page. */
export interface FeedbackPosition {
  readonly at: string;
  readonly id: string;
}

/** Selects feedback, newest first, starting after the row of `after`. */
export async function selectFeedback(
  db: Db,
  { projectId, from, to, source, status }: FeedbackFilter,
  { after, limit }: { readonly after: FeedbackPosition | undefined; readonly limit: number },
): Promise<FeedbackRow[]> {
  const { rows } = await sql<FeedbackRow>`
    select * from page_feedback
    where project_id = ${projectId} and created_at >= ${`${from}T00:00:00Z`}::timestamptz and created_at < ${`${to}T00:00:00Z`}::timestamptz
      and (${source ?? null}::text is null or source = ${source ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
      and (${after?.id ?? null}::text is null or (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}))
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export interface PageFeedback {
  readonly path: string;
  readonly up: number;
  readonly down: number;
  readonly comments: number;
  readonly total: number;
}

/** Counts feedback by page, starting with the page with the most thumbs down. */
export async function selectFeedbackByPage(
  db: Db,
  { projectId, from, to }: ProjectDays,
  limit: number,
): Promise<PageFeedback[]> {
  const { rows } = await sql<PageFeedback>`
    select path, count(*) filter (where helpful)::int as up, count(*) filter (where not helpful)::int as down,
      count(comment)::int as comments, count(*)::int as total
    from page_feedback
    where project_id = ${projectId} and created_at >= ${`${from}T00:00:00Z`}::timestamptz and created_at < ${`${to}T00:00:00Z`}::timestamptz
    group by path order by down desc, total desc, path limit ${limit}`.execute(db);
  return rows;
}

export interface FeedbackChange {
  readonly projectId: string;
  readonly id: string;
  readonly at: Date;
  readonly status: FeedbackStatus | undefined;
  /** Null removes the note. */
  readonly note: string | null | undefined;
}

export async function updateFeedbackRow(
  db: Db,
  { projectId, id, at, status, note }: FeedbackChange,
): Promise<FeedbackRow | undefined> {
  return db
    .updateTable('page_feedback')
    .set({ updated_at: at, ...(status !== undefined && { status }), ...(note !== undefined && { note }) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the deleted row, or `undefined` if it did not exist. */
export async function deleteFeedbackRow(
  db: Db,
  { projectId, id }: Pick<FeedbackChange, 'projectId' | 'id'>,
): Promise<FeedbackRow | undefined> {
  return db
    .deleteFrom('page_feedback')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteFeedbackBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('page_feedback').where('created_at', '<', before).execute();
}

export const feedbackRows = ownedRows({
  table: 'page_feedback',
  column: 'project_id',
  key: 'id',
  newest: 'created_at desc, id desc',
});
