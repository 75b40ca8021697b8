import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Bytes } from './file-bytes.ts';
import type { DraftTables } from './tables.ts';

/** A file of a branch, whether the draft changes it or not. */
export interface DraftFileName {
  readonly projectId: string;
  readonly branch: string;
  readonly path: string;
}

/** The comments on files. They follow drafts in the transaction that changes a draft: both change, or neither does. */
export interface DraftThreads {
  /** Called before the comments on several files change, so that every transaction locks them in the same order. */
  readonly lockFiles: (
    tx: AnyTransaction,
    files: { readonly projectId: string; readonly branch: string; readonly paths: readonly string[] },
  ) => Promise<void>;
  /** Moves the ranges of the comments to the new text of a file. */
  readonly fileWritten: (tx: AnyTransaction, file: DraftFileName, content: Bytes) => Promise<void>;
  /** Moves the comments on a file to its new path. */
  readonly fileMoved: (tx: AnyTransaction, file: DraftFileName, to: string) => Promise<void>;
  /** Moves the comments on files to another branch that now has their changes. */
  readonly filesLeft: (
    tx: AnyTransaction,
    files: { readonly projectId: string; readonly branch: string; readonly paths: readonly string[] },
    newBranch: string,
  ) => Promise<void>;
  /** The open threads in Markdown, for the description of a pull request; empty without any. */
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
