import type { AskedPart, Overlay } from '@docwright/doc-agent';
import type { AnyTransaction } from '../../../../platform/job-engine/index.ts';
import type { ProjectRow } from '../../../project-config/projects/index.ts';
import type { PreparedRepository } from '../publish/published.ts';
import type { AgentJobRow, Ask, AskOutcome } from '../tables.ts';

/** A job that works on a draft. */
export type DraftJob = AgentJobRow & { readonly ask: Ask };

export const isDraftJob = (job: AgentJobRow): job is DraftJob => job.ask !== null;

export interface OpenedDraft {
  /** The base commit is a commit in the mirror that contains the draft's files. It is never pushed. */
  readonly repository: PreparedRepository;
  /** The part that the request is about; `undefined` for all files. */
  readonly part: AskedPart | undefined;
}

/** The drafts that jobs work on. */
export interface AskedDrafts {
  /**
   * Opens a draft as the job's first attempt read it.
   * @throws AgentJobFailure, GitError, CodeHostError
   */
  open(work: {
    readonly job: DraftJob;
    readonly project: ProjectRow;
    readonly signal: AbortSignal;
  }): Promise<OpenedDraft>;
  /**
   * Compares the agent's changes with the draft as it is now.
   * @returns a function that creates the suggestions, in the transaction that ends the job
   */
  plan(work: {
    readonly job: DraftJob;
    readonly project: ProjectRow;
    readonly repository: PreparedRepository;
    readonly overlay: Overlay;
  }): Promise<(tx: AnyTransaction) => Promise<AskOutcome>>;
}
