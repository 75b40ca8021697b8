import type { Queryable } from '../../../platform/database/index.ts';
import { defaultRetentionDays } from './assistant-settings.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import { deleteOldSpending, type SpendingTables } from './spending-store.ts';
import { deleteExpiredMessages, type AssistantMessageTables } from './store.ts';

export async function deleteOldMessages(
  db: Queryable<AssistantMessageTables & AssistantSettingsTables & SpendingTables>,
): Promise<void> {
  await deleteExpiredMessages(db, defaultRetentionDays);
  await deleteOldSpending(db);
}
