import type { CodeHostEventOutcome, FollowUpMode, HookedCodeHost } from '@docwright/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { HostEvent } from './host-event.ts';

type Now = ColumnType<Date, undefined, unknown>;

export interface CodeHostEventTables {
  code_host_hooks: HooksTable;
  code_host_events: EventsTable;
}

interface HooksTable {
  id: string;
  organization_id: string;
  project_id: string;
  kind: HookedCodeHost;
  /** Sealed. */
  secret: string;
  follow_ups: FollowUpMode;
  mention: string;
  created_by: string;
  created_at: Now;
  host_hook_id: Generated<string | null>;
  install_problem: Generated<string | null>;
  last_event_at: ColumnType<Date | null, never, unknown>;
}
export type HookRow = Selectable<HooksTable>;

interface EventsTable {
  id: string;
  hook_id: string;
  delivery_id: string;
  subject: string;
  data: ColumnType<HostEvent, string, never>;
  outcome: Generated<CodeHostEventOutcome>;
  reason: Generated<string | null>;
  agent_job_id: Generated<string | null>;
  received_at: Now;
  handled_at: ColumnType<Date | null, never, unknown>;
}
export type EventRow = Selectable<EventsTable>;
