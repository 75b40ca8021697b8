/**
 * The files of one documentation site, at one commit or in one folder.
 *
 * Paths are relative to the docs folder, with `/` between segments, no leading `/`, no `.` or `..` segment. A source is
 * immutable during a build: two reads of the same path return the same bytes.
 */
export interface SiteSource {
  /** Every path of the site, sorted by code unit. Symbolic links, submodules and folders are not listed. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Returns the bytes of a file, or `undefined` if it doesn't exist. Never throws for an unknown path. */
  read(path: string): Uint8Array | undefined;
}
