import { sql } from 'kysely';
import type { AnswerSource } from '@docwright/site-assistant';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';
import type { RowPosition } from './ulid.ts';

type Db = Queryable<AssistantMessageTables & AssistantSettingsTables>;

/** Days of a project, `YYYY-MM-DD` in UTC; `to` is exclusive. */
export interface ProjectDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

export interface ConversationRow {
  readonly id: string;
  readonly asked_at: Date;
  readonly at_us: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: 'answered' | 'unanswered' | 'failed';
}

export interface ConversationPage {
  readonly after: RowPosition | undefined;
  readonly limit: number;
  /** The limit on the total size of a page's questions and answers; a page has at least one row. */
  readonly maxBytes: number;
  /** The retention of projects without their own setting. */
  readonly defaultDays: number;
}

/**
 * Answers of a range within their project's retention, whether or not expired ones have been deleted. The retention
 * deliberately isn't part of the index condition: PostgreSQL 15 assumes that an unknown bound matches almost no rows,
 * and would read the answers of all projects by time.
 */
export const kept = ({ projectId, from, to }: ProjectDays, defaultDays: number) => sql`
  m.project_id = ${projectId} and m.outcome is not null
  and m.asked_at >= ${`${from}T00:00:00Z`}::timestamptz and m.asked_at < ${`${to}T00:00:00Z`}::timestamptz
  and m.asked_at + make_interval(days => coalesce(
    (select retention_days from project_assistant_settings where project_id = ${projectId}), ${defaultDays}::int)) >= now()`;

/** Selects conversations, newest first, starting after the row at `after`. */
export async function selectConversations(
  db: Db,
  asked: ProjectDays,
  { after, limit, maxBytes, defaultDays }: ConversationPage,
): Promise<ConversationRow[]> {
  const next =
    after === undefined
      ? sql`true`
      : sql`(m.asked_at, m.id) < (timestamptz 'epoch' + ${String(after.atUs)}::bigint * interval '1 microsecond', ${String(after.id)}::bigint)`;
  const { rows } = await sql<ConversationRow>`
    with page as (
      select m.id, m.asked_at, octet_length(m.question) + octet_length(m.answer) as bytes from assistant_messages m
      where ${kept(asked, defaultDays)} and ${next} order by m.asked_at desc, m.id desc limit ${limit}
    ),
    bounded as (
      select id, row_number() over newest as place, sum(bytes) over newest as bytes from page
      window newest as (order by asked_at desc, id desc)
    )
    select m.id::text, m.asked_at, (extract(epoch from m.asked_at) * 1000000)::bigint::text as at_us, m.question, m.answer, m.sources,
      m.outcome
    from assistant_messages m join bounded using (id) where bounded.place = 1 or bounded.bytes <= ${maxBytes}
    order by m.asked_at desc, m.id desc`.execute(db);
  return rows;
}

export async function hasOlder(
  db: Db,
  asked: ProjectDays,
  { after, defaultDays }: { readonly after: RowPosition; readonly defaultDays: number },
): Promise<boolean> {
  const rows = await selectConversations(db, asked, { after, limit: 1, maxBytes: 0, defaultDays });
  return rows.length > 0;
}

export async function countByOrigin(
  db: Db,
  asked: ProjectDays,
  defaultDays: number,
): Promise<{ readonly page: number; readonly api: number }> {
  const { rows } = await sql<{ page: number; api: number }>`
    select (count(*) filter (where m.origin = 'page'))::int as page, (count(*) filter (where m.origin = 'api'))::int as api
    from assistant_messages m where ${kept(asked, defaultDays)}`.execute(db);
  return rows[0] ?? { page: 0, api: 0 };
}
