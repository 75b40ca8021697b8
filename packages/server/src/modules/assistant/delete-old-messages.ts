import type { Queryable } from '../../platform/database/index.ts';
import { defaultRetentionDays } from './assistant-settings.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import { deleteExpiredMessages, type AssistantMessageTables } from './store.ts';

export const deleteOldMessages = (db: Queryable<AssistantMessageTables & AssistantSettingsTables>): Promise<void> =>
  deleteExpiredMessages(db, defaultRetentionDays);
