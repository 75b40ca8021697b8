import type { FeedbackSource, FeedbackStatus } from '@docwright/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { FeedbackTables } from './feedback-store.ts';
import type { RequestedPage } from './page-figures-store.ts';

type Db = Queryable<FeedbackTables>;

interface Votes {
  readonly thumbsUp: number;
  readonly thumbsDown: number;
  readonly comments: number;
}

const startOf = (day: string): RawBuilder<Date> => sql`${`${day}T00:00:00Z`}::timestamptz`;

/** Counts the votes and comments on a page in a range, and on the days before it. */
export async function selectVotes(
  db: Db,
  { projectId, path, beforeFrom, from, to }: RequestedPage,
): Promise<{ readonly inRange: Votes; readonly before: Votes }> {
  const { rows } = await sql<Votes & { inRange: boolean }>`
    select created_at >= ${startOf(from)} as "inRange", count(*) filter (where helpful)::int as "thumbsUp",
      count(*) filter (where not helpful)::int as "thumbsDown", count(comment)::int as comments
    from page_feedback
    where project_id = ${projectId} and path = ${path} and created_at >= ${startOf(beforeFrom)} and created_at < ${startOf(to)}
    group by 1`.execute(db);
  const votesOf = (asked: boolean): Votes => {
    const { thumbsUp = 0, thumbsDown = 0, comments = 0 } = rows.find(({ inRange }) => inRange === asked) ?? {};
    return { thumbsUp, thumbsDown, comments };
  };
  return { inRange: votesOf(true), before: votesOf(false) };
}

export interface PageComment {
  readonly id: string;
  readonly source: FeedbackSource;
  readonly helpful: boolean | null;
  readonly comment: string;
  readonly status: FeedbackStatus;
  readonly createdAt: Date;
}

/** Selects a page's comments, newest first. */
export async function selectComments(
  db: Db,
  { projectId, path, from, to }: RequestedPage,
  limit: number,
): Promise<PageComment[]> {
  const { rows } = await sql<PageComment>`
    select id, source, helpful, comment, status, created_at as "createdAt" from page_feedback
    where project_id = ${projectId} and path = ${path} and created_at >= ${startOf(from)} and created_at < ${startOf(to)}
      and comment is not null
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
