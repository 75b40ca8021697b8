import type { Queryable } from '../../platform/database/index.ts';
import { deleteMessagesOlderThan, type AssistantTables } from './store.ts';

/** How long conversations are kept. */
const keepDays = 30;

export const deleteOldMessages = (db: Queryable<AssistantTables>): Promise<void> =>
  deleteMessagesOlderThan(db, keepDays);
