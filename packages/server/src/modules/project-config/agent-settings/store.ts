import type { AgentLimitName, ContextRepository, DraftPolicy } from '@docwright/contract';
import { sql, type ColumnType, type Selectable, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';

export interface AgentSettingsTables {
  project_agent_settings: AgentSettingsTable;
}

/** A project's settings. Fields that aren't set have defaults. */
export interface StoredAgentSettings {
  readonly instructions?: string;
  readonly guidePaths?: readonly string[];
  readonly labels?: readonly string[];
  readonly reviewers?: readonly string[];
  readonly drafts?: DraftPolicy;
  readonly allowPaths?: readonly string[];
  readonly allowScripts?: boolean;
  readonly reviewsChanges?: boolean;
  readonly codeAnchors?: boolean;
  readonly denyPaths?: readonly string[];
  /** Context repositories have their stored addresses. */
  readonly contextRepositories?: readonly ContextRepository[];
  readonly fetchHosts?: readonly string[];
  readonly limits?: Readonly<Partial<Record<AgentLimitName, number>>>;
}

type AgentSettingsTable = TableOf<
  'project_agent_settings',
  { settings: ColumnType<StoredAgentSettings, string, string> }
>;
export type AgentSettingsRow = Selectable<AgentSettingsTable>;

/**
 * A time after the previous one at the precision of `updatedAt`, because `If-Match` must distinguish two changes in the
 * same millisecond.
 */
const nextUpdatedAt = sql<Date>`greatest(clock_timestamp(), project_agent_settings.updated_at + interval '1 millisecond')`;

export async function selectAgentSettings(
  db: Queryable<AgentSettingsTables>,
  name: { readonly organizationId: string; readonly projectId: string },
): Promise<AgentSettingsRow | undefined> {
  return db
    .selectFrom('project_agent_settings')
    .selectAll()
    .where('organization_id', '=', name.organizationId)
    .where('project_id', '=', name.projectId)
    .executeTakeFirst();
}

export async function upsertAgentSettings(
  tx: Transaction<AgentSettingsTables>,
  name: { readonly organizationId: string; readonly projectId: string },
  stored: StoredAgentSettings,
): Promise<AgentSettingsRow> {
  const settings = JSON.stringify(stored);
  return tx
    .insertInto('project_agent_settings')
    .values({ project_id: name.projectId, organization_id: name.organizationId, settings })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ settings, updated_at: nextUpdatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
