import type { AudienceEdit, Condition } from '@docwright/site-access/rules';

/** A file of the finished site. */
export interface OutputFile {
  /** Path inside the bundle: `guides/start.html`. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

/** The version of a file for readers with access. */
export interface SealedFile {
  readonly path: string;
  /** The readers of the file; `undefined` if it is public and only parts of it are restricted. */
  readonly when: Condition | undefined;
  /** The stored file; `undefined` if it is public: its edits apply to the public site's file. */
  readonly bytes: Uint8Array | undefined;
  /** Edits sorted by `at`, without overlaps. */
  readonly edits: readonly AudienceEdit[];
}
