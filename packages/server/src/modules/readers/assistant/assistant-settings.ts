import type { AssistantSettings } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { addressLimit } from './limits.ts';
import {
  selectAssistantSettings,
  type AssistantSettingsRow,
  type AssistantSettingsTables,
  type ProjectName,
} from './settings-store.ts';
import { selectSpending, type SpendingTables } from './spending-store.ts';

/** Days for which threads are stored if the project has no setting. */
export const defaultRetentionDays = 30;

export type StoredSettings = Omit<AssistantSettings, 'spentThisMonthUsd'>;

/** Returns a project's settings, with defaults for settings that it doesn't have. */
export function toAssistantSettings(row: AssistantSettingsRow | undefined): StoredSettings {
  return {
    enabled: row?.enabled ?? true,
    name: row?.name ?? '',
    greeting: row?.greeting ?? '',
    starters: [...(row?.starters ?? [])],
    model: row?.model ?? 'builtin/extracts-1',
    instructions: row?.instructions ?? '',
    tone: row?.tone ?? 'neutral',
    messagesPerMinute: row?.messages_per_minute ?? addressLimit.limit,
    monthlyBudgetUsd: row?.monthly_budget_usd ?? null,
    visitorDailyBudgetUsd: row?.visitor_daily_budget_usd ?? null,
    retentionDays: row?.retention_days ?? defaultRetentionDays,
    fallback: row?.fallback ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

export async function findAssistantSettings(
  db: Queryable<AssistantSettingsTables>,
  project: ProjectName,
): Promise<StoredSettings> {
  return toAssistantSettings(await selectAssistantSettings(db, project));
}

/** Adds this month's spending to the settings, as the API returns them. */
export async function withSpending(
  db: Queryable<SpendingTables>,
  projectId: string,
  settings: StoredSettings,
): Promise<AssistantSettings> {
  return { ...settings, spentThisMonthUsd: await selectSpending(db, projectId) };
}
