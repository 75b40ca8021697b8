import type { AssistantSettings } from '@docwright/contract';
import type { Queryable } from '../../platform/database/index.ts';
import {
  selectAssistantSettings,
  type AssistantSettingsRow,
  type AssistantSettingsTables,
  type ProjectName,
} from './settings-store.ts';

/** Days that threads are kept of a project that has chosen nothing. */
export const defaultRetentionDays = 30;

/** What a project has set, and defaults for the rest. */
export function toAssistantSettings(row: AssistantSettingsRow | undefined): AssistantSettings {
  return {
    enabled: row?.enabled ?? true,
    model: row?.model ?? 'builtin/extracts-1',
    instructions: row?.instructions ?? '',
    retentionDays: row?.retention_days ?? defaultRetentionDays,
    fallback: row?.fallback ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

export async function findAssistantSettings(
  db: Queryable<AssistantSettingsTables>,
  project: ProjectName,
): Promise<AssistantSettings> {
  return toAssistantSettings(await selectAssistantSettings(db, project));
}
