import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface QuestionsPastRetention {
  readonly projectId: string;
  readonly questions: number;
  readonly days: number;
}

export async function countQuestions(db: Queryable<AuditTables>): Promise<number> {
  const { rows } = await sql<{ questions: number }>`
    select count(*)::int as questions from assistant_messages`.execute(db);
  return rows[0]?.questions ?? 0;
}

/**
 * Returns projects whose questions should have been deleted. A stopped installation deletes nothing, so the age is
 * measured from the newest question of all, with a day's grace for the hourly cleanup. `defaultDays` applies to
 * projects without their own setting.
 */
export async function selectQuestionsPastRetention(
  db: Queryable<AuditTables>,
  defaultDays: number,
): Promise<readonly QuestionsPastRetention[]> {
  const { rows } = await sql<QuestionsPastRetention>`
    with days as (
      select p.id, coalesce(s.retention_days, ${defaultDays}::int) as days
      from projects p left join project_assistant_settings s on s.project_id = p.id
    )
    select m.project_id as "projectId", count(*)::int as questions, d.days
    from assistant_messages m join days d on d.id = m.project_id
    where d.days = 0 and m.outcome is not null
      or m.asked_at < (select max(asked_at) from assistant_messages) - make_interval(days => d.days + 1)
    group by 1, 3 order by 1`.execute(db);
  return rows;
}
