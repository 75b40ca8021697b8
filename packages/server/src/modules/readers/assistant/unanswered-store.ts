import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { ProjectDays } from './analytics-store.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import { defaultRetentionDays } from './assistant-settings.ts';
import { kept } from './analytics-store.ts';
import type { AssistantMessageTables } from './store.ts';

export interface UnansweredQuestion {
  readonly text: string;
  /** Distinguishes the visitors of a day; null for programs, and for readers who must not be counted. */
  readonly visitor: string | null;
  readonly at: Date;
}

/** Returns the number of days for which a project stores questions, or null if it stores none. */
export async function selectQuestionDays(
  db: Queryable<AssistantSettingsTables>,
  projectId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('project_assistant_settings')
    .select('retention_days')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const days = row?.retention_days ?? defaultRetentionDays;
  return days === 0 ? null : days;
}

/** Selects questions without an answer from the assistant, newest first. */
export async function selectUnansweredQuestions(
  db: Queryable<AssistantMessageTables & AssistantSettingsTables>,
  asked: ProjectDays,
  { defaultDays, limit }: { readonly defaultDays: number; readonly limit: number },
): Promise<UnansweredQuestion[]> {
  const { rows } = await sql<UnansweredQuestion>`
    select m.question as text, encode(m.asker, 'hex') as visitor, m.asked_at as at from assistant_messages m
    where ${kept(asked, defaultDays)} and m.outcome = 'unanswered' order by m.asked_at desc, m.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
