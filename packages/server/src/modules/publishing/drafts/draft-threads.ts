import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Bytes } from './file-bytes.ts';
import type { DraftTables } from './tables.ts';

/** A file on a branch, whether the draft changes it or not. */
export interface DraftFileName {
  readonly projectId: string;
  readonly branch: string;
  readonly path: string;
}

/**
 * The comments on files. They follow drafts in the transaction that changes a draft, so that either both change or
 * neither does.
 */
export interface DraftThreads {
  /** Called before the comments on several files change, so that every transaction locks them in the same order. */
  readonly lockFiles: (
    tx: AnyTransaction,
    files: { readonly projectId: string; readonly branch: string; readonly paths: readonly string[] },
  ) => Promise<void>;
  /** Moves the comments' ranges to a file's new text. */
  readonly fileWritten: (tx: AnyTransaction, file: DraftFileName, content: Bytes) => Promise<void>;
  /** Moves a file's comments to its new path. */
  readonly fileMoved: (tx: AnyTransaction, file: DraftFileName, to: string) => Promise<void>;
  /** Moves files' comments to another branch that now has the files' changes. */
  readonly filesLeft: (
    tx: AnyTransaction,
    files: { readonly projectId: string; readonly branch: string; readonly paths: readonly string[] },
    newBranch: string,
  ) => Promise<void>;
  /** The open threads in Markdown, for a pull request's description; empty without open threads. */
  readonly describeOpen: (
    db: Queryable<DraftTables>,
    files: {
      readonly projectId: string;
      readonly branch: string;
      /** Only these files; null for all. */
      readonly paths: readonly string[] | null;
    },
  ) => Promise<string>;
}
