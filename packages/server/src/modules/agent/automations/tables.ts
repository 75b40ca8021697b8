import type {
  AutomationEvidence,
  AutomationFileProblem,
  AutomationKind,
  AutomationLimits,
  AutomationTrigger,
  AutomationUpdateMode,
  ContextRepository,
} from '@docwright/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AgentJobTables } from '../agent-jobs/index.ts';
import type { IdempotencyTables } from '../../foundation/idempotency/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';

export interface AutomationTables {
  automations: AutomationsTable;
  automation_runs: RunsTable;
  automation_events: EventsTable;
  automation_sources: SourcesTable;
}

/** The tables that runs use. Runs create agent jobs. */
export type RunTables = AutomationTables &
  AgentJobTables &
  ProjectTables &
  OrganizationTables &
  RateLimitTables &
  IdempotencyTables;

/** A trigger's settings without its type, which is a column. */
export type TriggerSettings = Omit<AutomationTrigger, 'type'>;

/** Maps `repository branch` to the commit up to which changes are known. */
export type Heads = Readonly<Record<string, string>>;

type AutomationsTable = TableOf<
  'automations',
  {
    kind: AutomationKind;
    update_mode: ColumnType<AutomationUpdateMode, AutomationUpdateMode | undefined, AutomationUpdateMode>;
    trigger: ColumnType<TriggerSettings, string, string>;
    context_repositories: ColumnType<readonly ContextRepository[], string, string>;
    limits: ColumnType<AutomationLimits, string, string>;
    target_languages: ColumnType<readonly string[], string | undefined, string>;
    notify: ColumnType<readonly string[], string | undefined, string>;
    heads: ColumnType<Heads, string | undefined, string>;
  }
>;
export type AutomationRow = Selectable<AutomationsTable>;

type RunsTable = TableOf<'automation_runs', { evidence: ColumnType<readonly AutomationEvidence[], string, string> }>;
export type RunRow = Selectable<RunsTable>;
/** A run in a list, without its evidence, which can be a megabyte. */
export type ListedRun = Omit<RunRow, 'evidence'>;

type EventsTable = TableOf<'automation_events', { evidence: ColumnType<readonly AutomationEvidence[], string, never> }>;
export type EventRow = Selectable<EventsTable>;

type SourcesTable = TableOf<
  'automation_sources',
  { problems: ColumnType<readonly AutomationFileProblem[], string | undefined, string> }
>;
export type SourceRow = Selectable<SourcesTable>;
