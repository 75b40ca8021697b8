import type { NotificationKind, NotificationTone } from '@docwright/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';

export interface NotificationTables extends AccountTables, ProjectTables {
  notifications: NotificationsTable;
  notification_settings: SettingsTable;
  notification_mailboxes: { user_id: string; sent_at: Date[] };
}

interface NotificationsTable {
  /** bigint: as a number on its way out, and compared with text. */
  id: ColumnType<number, never, never>;
  organization_id: string;
  user_id: string;
  kind: NotificationKind;
  tone: NotificationTone;
  title: string;
  text: string;
  project_id: string | null;
  subject_id: string | null;
  at: Generated<Date>;
  in_app: boolean;
  read_at: ColumnType<Date | null, never, unknown>;
  mail: 'waiting' | 'sent' | 'failed' | null;
}
/** With its project's name of now. */
export type NotificationRow = Selectable<NotificationsTable> & { readonly project_name: string | null };

interface SettingsTable {
  organization_id: string;
  user_id: string;
  kind: NotificationKind;
  in_app: boolean;
  mail: boolean;
}
export type SettingRow = Selectable<SettingsTable>;
