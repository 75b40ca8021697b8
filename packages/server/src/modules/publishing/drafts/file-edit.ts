import type { Bytes } from './file-bytes.ts';
import type { DraftFileRow } from './tables.ts';

/** A file's new content. */
export interface FileEdit {
  readonly path: string;
  /** Null deletes the file. */
  readonly content: Bytes;
  /** The bytes in the base commit, or of `movedFrom`. */
  readonly base: Bytes;
  readonly movedFrom?: string | undefined;
  /** The path of a page that exists only in the draft, and is moved. Its base isn't moved, because it has none. */
  readonly renamedFrom?: string | undefined;
  /** Whether the edit ends a conflict. Otherwise a conflict stays until it is resolved. */
  readonly endsConflict?: boolean;
  /** Whether the replaced content becomes a revision in any case, as it does if the file is deleted. */
  readonly keepsReplaced?: boolean;
  /** Another author of the content, such as a person who suggested it. */
  readonly coAuthor?: EditAuthor | undefined;
}

export interface EditAuthor {
  /** `system`: the agent. */
  readonly kind: 'user' | 'api_key' | 'system';
  readonly id: string;
  /** Email address of the person, or name of the key or the agent. */
  readonly name: string;
}

/** The edited files while the draft is locked, by path, with the files that they were moved to or from. */
export type LockedFiles = ReadonlyMap<string, DraftFileRow>;
