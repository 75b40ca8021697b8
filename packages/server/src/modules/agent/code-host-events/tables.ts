import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { HostEvent } from './host-event.ts';

export interface CodeHostEventTables {
  code_host_hooks: HooksTable;
  code_host_events: EventsTable;
}

type HooksTable = TableOf<'code_host_hooks'>;
export type HookRow = Selectable<HooksTable>;

type EventsTable = TableOf<'code_host_events', { data: ColumnType<HostEvent, string, never> }>;
export type EventRow = Selectable<EventsTable>;
