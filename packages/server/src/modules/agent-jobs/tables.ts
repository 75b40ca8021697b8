import type {
  AgentEventType,
  AgentJob,
  AgentJobResult,
  AgentJobStatus,
  AuditActorKind,
  JobError,
  PullRequestState,
} from '@docwright/contract';
import type { Evidence, JournalRecordKind } from '@docwright/doc-agent';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AuditLogTables } from '../audit-log/index.ts';

type Now = ColumnType<Date, undefined, unknown>;

export interface AgentJobTables extends AuditLogTables {
  agent_jobs: AgentJobsTable;
  agent_job_turns: {
    job_id: string;
    turn: number;
    prompt: string;
    /** What readers did, for which the job was made. */
    evidence: ColumnType<readonly Evidence[] | null, string | undefined, never>;
    /** Of the work that the turn committed. */
    summary: Generated<string | null>;
    created_at: Now;
    started_at: Generated<Date | null>;
  };
  agent_job_journal: JournalTable;
  agent_job_overlay: OverlayTable;
  agent_job_events: EventsTable;
  agent_tree_holds: TreeHoldsTable;
}

/** How far publishing has come; each step is one transaction, and a second attempt goes on from the last. */
export type PublishState = 'working' | 'tree_ready' | 'pushed' | 'pr_known';

interface TreeHoldsTable {
  project_id: string;
  base_branch: string;
  tree_sha: string;
  job_id: string;
  held_until: Date;
}

interface AgentJobsTable {
  id: string;
  organization_id: string;
  project_id: string;
  status: AgentJobStatus;
  result: Generated<AgentJobResult | null>;
  model: string;
  /** Takes no use of the project's limit. */
  is_free: Generated<boolean>;
  repository: string;
  /** The first one, cut at `maxPromptExcerpt`. */
  prompt: string;
  /** What the search looks at; made by the database. */
  search: ColumnType<string, never, never>;
  base_branch: string;
  branch: Generated<string | null>;
  as_draft: boolean;
  base_commit: Generated<string | null>;
  publish_state: Generated<PublishState>;
  commit_sha: Generated<string | null>;
  tree_sha: Generated<string | null>;
  pushed_sha: Generated<string | null>;
  pr_number: Generated<number | null>;
  pr_link: Generated<string | null>;
  pr_state: Generated<PullRequestState | null>;
  pr_ended_at: ColumnType<Date | null, undefined, unknown>;
  /** When the code host was last asked. */
  pr_checked_at: ColumnType<Date | null, undefined, unknown>;
  title: Generated<string | null>;
  summary: Generated<string | null>;
  error: ColumnType<JobError | null, undefined, string | null>;
  usage: ColumnType<AgentJob['usage'], string, string>;
  files: ColumnType<AgentJob['files'], undefined, string>;
  duplicate_of: Generated<string | null>;
  turns: Generated<number>;
  attempt: Generated<number>;
  last_event_id: Generated<number>;
  created_at: ColumnType<Date, undefined, never>;
  updated_at: Now;
  /** By the name of then. Null where nobody knows any more. */
  started_by_kind: Generated<AuditActorKind | null>;
  started_by_id: Generated<string | null>;
  started_by_name: Generated<string | null>;
  archived_at: Generated<Date | null>;
}
export type AgentJobRow = Selectable<AgentJobsTable>;

interface JournalTable {
  job_id: string;
  turn: number;
  seq: number;
  step: number;
  kind: JournalRecordKind;
  data: ColumnType<unknown, string, never>;
  created_at: Now;
}

interface OverlayTable {
  job_id: string;
  path: string;
  kind: 'write' | 'delete';
  content: Buffer | null;
  moved_from: string | null;
}

interface EventsTable {
  job_id: string;
  id: number;
  type: AgentEventType;
  at: Now;
  data: ColumnType<Record<string, unknown>, string, never>;
}
export type AgentEventRow = Selectable<EventsTable>;
