import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { kept, type ProjectDays } from './analytics-store.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';

type Db = Queryable<AssistantMessageTables & AssistantSettingsTables>;

export interface CitingRow {
  readonly id: string;
  readonly at: string;
  readonly at_us: string;
  readonly question: string;
}

/** Limits on the data that is read and returned. */
export interface CitingBounds {
  readonly looked: number;
  readonly rows: number;
  readonly questionLength: number;
  /** The retention of projects without their own setting. */
  readonly defaultDays: number;
}

/** Selects the newest answers in a date range that cite a page under any of its file names. */
export async function selectCitingAnswers(
  db: Db,
  asked: ProjectDays & { readonly paths: readonly string[] },
  bounds: CitingBounds,
): Promise<{ readonly total: number; readonly complete: boolean; readonly rows: readonly CitingRow[] }> {
  const names = asked.paths.map((path) => sql`sources @> ${JSON.stringify([{ path }])}::jsonb`);
  const { rows } = await sql<{ total: number; complete: boolean; rows: readonly CitingRow[] }>`
    with looked as (
      select m.id, m.asked_at, m.question, m.sources from assistant_messages m where ${kept(asked, bounds.defaultDays)}
      order by m.asked_at desc, m.id desc limit ${bounds.looked + 1}
    ),
    citing as (
      select id, asked_at, question, row_number() over (order by asked_at desc, id desc) as place
      from (select * from looked order by asked_at desc, id desc limit ${bounds.looked}) as newest
      where ${sql.join(names, sql` or `)}
    )
    select (select count(*) from citing)::int as total, (select count(*) from looked) <= ${bounds.looked} as complete,
      coalesce((select json_agg(json_build_object('id', id::text, 'at', to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'at_us', (extract(epoch from asked_at) * 1000000)::bigint::text, 'question', left(question, ${bounds.questionLength}))
        order by place) from citing where place <= ${bounds.rows}), '[]') as rows`.execute(db);
  return rows[0] ?? { total: 0, complete: true, rows: [] };
}
