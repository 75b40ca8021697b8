import type {
  AgentEventType,
  AgentJob,
  AgentJobDraft,
  AgentJobResult,
  AuditActorKind,
  CitedLines,
  ContextCommit,
  ContextRepository,
  JobError,
} from '@docwright/contract';
import type { Evidence, ImageType, JobImage, JournalRecordKind, LineComment } from '@docwright/doc-agent';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables, Author } from '../../foundation/audit-log/index.ts';

export interface AgentJobTables extends AuditLogTables {
  agent_jobs: AgentJobsTable;
  agent_job_turns: TableOf<
    'agent_job_turns',
    {
      comments: ColumnType<readonly LineComment[] | null, string | undefined, never>;
      evidence: ColumnType<readonly Evidence[] | null, string | undefined, never>;
      attachments: ColumnType<readonly JobImage[] | null, string | undefined, never>;
    }
  >;
  agent_job_journal: TableOf<'agent_job_journal', { kind: JournalRecordKind }>;
  agent_job_overlay: TableOf<'agent_job_overlay'>;
  agent_job_images: TableOf<'agent_job_images', { media_type: ImageType }>;
  agent_job_events: EventsTable;
  agent_tree_holds: TableOf<'agent_tree_holds'>;
  agent_merge_checks: TableOf<'agent_merge_checks'>;
}

/** The progress of publishing. Each step is one transaction, and a second attempt continues from the last step. */
export type PublishState = 'working' | 'tree_ready' | 'pushed' | 'pr_known';

type JobStarter = Exclude<AuditActorKind, 'anonymous'>;

/** Figures that jobs from older versions don't have. */
type CacheFigure = 'cachedInputTokens' | 'cacheWriteTokens';
type StoredUsage = Omit<AgentJob['usage'], CacheFigure> & Partial<Pick<AgentJob['usage'], CacheFigure>>;

/** A requested merge, until the code host responds with its outcome. */
export interface MergeRequest {
  readonly author: Author;
  readonly headCommit: string;
}

/** The part of a draft that a job is about. The draft's branch is the job's base branch. */
export interface Ask {
  /** Null for all files. */
  readonly file: string | null;
  /** The selected text; null for the whole file. */
  readonly quote: string | null;
  /** The offset at which the selected text started, in UTF-16 code units. */
  readonly from: number | null;
}

export type AskOutcome = Pick<AgentJobDraft, 'suggestions' | 'leftOut'>;

type AgentJobsTable = TableOf<
  'agent_jobs',
  {
    result: AgentJobResult | null;
    /** The database refuses the actor `anonymous`, who can't create jobs. */
    started_by_kind: ColumnType<JobStarter, AuditActorKind | undefined, never>;
    publish_state: Generated<PublishState>;
    error: ColumnType<JobError | null, undefined, string | null>;
    usage: ColumnType<StoredUsage, string, string>;
    files: ColumnType<AgentJob['files'], undefined, string>;
    /** Context repositories with their stored addresses. */
    context_repositories: ColumnType<readonly ContextRepository[] | null, string | undefined, never>;
    answer_citations: ColumnType<readonly CitedLines[] | null, undefined, string | null>;
    context: ColumnType<readonly ContextCommit[], undefined, string>;
    ask: ColumnType<Ask | null, string | undefined, never>;
    ask_outcome: ColumnType<AskOutcome | null, undefined, string>;
    merge_request: ColumnType<MergeRequest | null, undefined, string | null>;
  }
>;
export type AgentJobRow = Selectable<AgentJobsTable>;

type EventsTable = TableOf<
  'agent_job_events',
  { type: AgentEventType; data: ColumnType<Record<string, unknown>, string, never> }
>;
export type AgentEventRow = Selectable<EventsTable>;
