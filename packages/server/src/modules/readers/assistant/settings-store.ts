import { sql, type ColumnType, type Selectable, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';

export interface AssistantSettingsTables {
  project_assistant_settings: AssistantSettingsTable;
}

/** A link that is shown below an answer if the pages don't contain the information. */
export interface Fallback {
  readonly label: string;
  readonly url: string;
}

type AssistantSettingsTable = TableOf<
  'project_assistant_settings',
  {
    starters: ColumnType<readonly string[], string, string>;
    fallback: ColumnType<Fallback | null, string | null, string | null>;
  }
>;
export type AssistantSettingsRow = Selectable<AssistantSettingsTable>;

export interface ProjectName {
  readonly organizationId: string;
  readonly projectId: string;
}

/**
 * Later than the previous time by at least the precision of `updatedAt`: `If-Match` must distinguish two changes in the
 * same millisecond.
 */
const nextUpdatedAt = sql<Date>`greatest(clock_timestamp(), project_assistant_settings.updated_at + interval '1 millisecond')`;

export const selectAssistantSettings = (
  db: Queryable<AssistantSettingsTables>,
  { organizationId, projectId }: ProjectName,
): Promise<AssistantSettingsRow | undefined> =>
  db
    .selectFrom('project_assistant_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const upsertAssistantSettings = (
  tx: Transaction<AssistantSettingsTables>,
  { organizationId, projectId }: ProjectName,
  settings: Omit<AssistantSettingsRow, 'project_id' | 'organization_id' | 'updated_at'>,
): Promise<AssistantSettingsRow> => {
  const fallback = settings.fallback === null ? null : JSON.stringify(settings.fallback);
  const change = { ...settings, starters: JSON.stringify(settings.starters), fallback };
  return tx
    .insertInto('project_assistant_settings')
    .values({ project_id: projectId, organization_id: organizationId, ...change })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...change, updated_at: nextUpdatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow();
};
