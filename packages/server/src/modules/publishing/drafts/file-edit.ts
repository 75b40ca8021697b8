import type { Bytes } from './file-bytes.ts';
import type { DraftFileRow } from './tables.ts';

/** A file's new content. */
export interface FileEdit {
  readonly path: string;
  /** Null deletes the file. */
  readonly content: Bytes;
  /** The bytes in the base commit, or those of `movedFrom`. */
  readonly base: Bytes;
  readonly movedFrom?: string | undefined;
  /** The previous path of a moved page that exists only in the draft, and so has no base there. */
  readonly renamedFrom?: string | undefined;
  /** Whether the edit ends a conflict. If it doesn't, a conflict remains until it is resolved. */
  readonly endsConflict?: boolean;
  /** Whether the replaced content always becomes a revision, as it does if the file is deleted. */
  readonly keepsReplaced?: boolean;
  /** Another author of the content, such as a person who suggested it. */
  readonly coAuthor?: EditAuthor | undefined;
}

export interface EditAuthor {
  /** `system`: the agent. */
  readonly kind: 'user' | 'api_key' | 'system';
  readonly id: string;
  /** The person's email address, or the name of the key or the agent. */
  readonly name: string;
}

/** The edited files while the draft is locked, by path, including files that they were moved to or from. */
export type LockedFiles = ReadonlyMap<string, DraftFileRow>;
