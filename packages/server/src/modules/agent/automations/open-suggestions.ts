import type { EvidenceKind, SuggestionKind } from '@docwright/contract';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';

/** Readers' reports about one subject that no job has handled. */
export interface OpenSuggestion {
  readonly id: string;
  readonly kind: SuggestionKind;
  /** The page's address for `unhelpful_page`; otherwise in readers' words, or derived from them. */
  readonly subject: string;
  /** Number of different readers. */
  readonly visitors: number;
  readonly lastSeenAt: Date;
  /** When the signals were read. Later signals belong to the next job. */
  readonly readAt: Date;
  /** The last job that was created from the suggestion. */
  readonly jobId: string | null;
  /** Most readers first. Untrusted; the text is null for ratings without a comment. */
  readonly words: readonly { readonly kind: EvidenceKind; readonly text: string | null; readonly visitors: number }[];
}

/** Suggestions belong to a module above this one, so the implementation is passed in. */
export interface OpenSuggestions {
  /**
   * Finds suggestions of the last 30 days that at least `minReaders` readers caused since the last job that handled
   * them, most readers first. Excludes dismissed suggestions, and those whose job or pull request is open.
   */
  find(asked: {
    readonly projectId: string;
    readonly kinds: readonly SuggestionKind[];
    readonly minReaders: number;
  }): Promise<readonly OpenSuggestion[]>;
  /**
   * Locks the suggestion until the end of the transaction. Returns false if someone dismissed it, or created a job from
   * it, after it was read.
   */
  claim(tx: AnyTransaction, projectId: string, suggestion: OpenSuggestion): Promise<boolean>;
  /** Records the job of a claimed suggestion, in the same transaction. */
  assign(
    tx: AnyTransaction,
    projectId: string,
    assigned: { readonly id: string; readonly jobId: string },
  ): Promise<void>;
}
