/**
 * Reads individual signals about missing content, for uses that need more than daily counts. Available as long as
 * events are stored.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { otherNames } from '@docwright/site-server';
import type { FeedbackTables } from './feedback-store.ts';
import type { ProjectDays } from './store.ts';

type Db = Queryable<FeedbackTables>;

export interface Sign {
  /** Query, address or comment; null for a rating without a comment. */
  readonly text: string | null;
  /** The page that was rated or requested; null for searches. */
  readonly path: string | null;
  /** 16 bytes in hex; null for readers who must not be counted, and for agents. */
  readonly visitor: string | null;
  readonly at: Date;
}

const startOf = (day: string): RawBuilder<Date> => sql`${`${day}T00:00:00Z`}::timestamptz`;
const within = ({ projectId, from, to }: ProjectDays): RawBuilder<unknown> =>
  sql`project_id = ${projectId} and at >= ${startOf(from)} and at < ${startOf(to)}`;

/** Selects people's searches without results: each query once per visitor, newest first. */
export async function selectSearchesWithoutResults(db: Db, asked: ProjectDays, limit: number): Promise<Sign[]> {
  const { rows } = await sql<Sign>`
    select query as text, null as path, encode(visitor, 'hex') as visitor, max(at) as at from analytics_events
    where ${within(asked)} and results = 0 and not is_ai group by query, visitor order by max(at) desc, query limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Selects missing addresses that people opened, each once per visitor, newest first. */
export async function selectMissedAddresses(db: Db, asked: ProjectDays, limit: number): Promise<Sign[]> {
  const { rows } = await sql<Sign>`
    select path as text, path, encode(visitor, 'hex') as visitor, max(at) as at from analytics_events
    where ${within(asked)} and kind = 'not_found' and not is_ai and path <> ${otherNames}
    group by path, visitor order by max(at) desc, path limit ${limit}`.execute(db);
  return rows;
}

/**
 * Selects thumbs down that no one has marked as settled, newest first. Feedback without a rating, such as an agent's
 * feedback, may be praise: it doesn't show that a page is unhelpful. `is not true` excludes no additional rows, but
 * matches the condition of the index.
 */
export async function selectUnsettledFeedback(db: Db, asked: ProjectDays, limit: number): Promise<Sign[]> {
  const { projectId, from, to } = asked;
  const { rows } = await sql<Sign>`
    select comment as text, path, encode(visitor, 'hex') as visitor, created_at as at from page_feedback
    where project_id = ${projectId} and created_at >= ${startOf(from)} and created_at < ${startOf(to)}
      and helpful is not true and not helpful and status in ('pending', 'in_progress')
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
