import type { PageSources } from '../manifest/page-sources.ts';

export interface IndexedFile {
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** The first 32 hex digits of the content's SHA-256 digest. */
  readonly sha256: string;
  /** Location of the file's gzip member in the archive. */
  readonly offset: number;
  readonly memberBytes: number;
  /** Whether the member contains the content in stored blocks (`stored-member.ts`). */
  readonly isStored: boolean;
  /**
   * The resources that a page loads: `undefined` if the file isn't a page, `unknown` if they must be read from the page
   * itself.
   */
  readonly sources: PageSources | 'unknown' | undefined;
  /** Number of the first piece's digest, or `undefined` if the member fits in one piece. */
  readonly firstPiece: number | undefined;
}
