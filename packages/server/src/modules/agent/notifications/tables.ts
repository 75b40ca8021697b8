import type { NotificationKind } from '@docwright/contract';
import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';

export interface NotificationTables extends AccountTables, ProjectTables {
  notifications: NotificationsTable;
  notification_settings: SettingsTable;
  notification_mailboxes: TableOf<'notification_mailboxes'>;
}

type NotificationsTable = TableOf<'notifications', { kind: NotificationKind }>;
/** A notification with the current name of its project. */
export type NotificationRow = Selectable<NotificationsTable> & { readonly project_name: string | null };

type SettingsTable = TableOf<'notification_settings', { kind: NotificationKind }>;
export type SettingRow = Selectable<SettingsTable>;
