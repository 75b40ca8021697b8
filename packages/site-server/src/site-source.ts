/**
 * Where the files of one published version of a site come from: a folder on this machine, or ranges of an archive somewhere else.
 *
 * 1. A version never changes: the same path gives the same bytes as long as the source is held.
 * 2. `look` is a look-up in memory. What it doesn't know doesn't exist.
 * 3. Once `inspect` has resolved, `read` and `stream` give what the version's manifest says, or they throw.
 */
import type { BundleRedirect, DeploymentKind, PageSources, ResolvedFeatures } from '@docwright/bundle';
import type { Encoding } from './answer/negotiate.ts';

export interface SiteFile {
  /** In the bundle: `guides/start.html`. */
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the content in lower-case hex, or at least its first 32 digits. */
  readonly sha256: string;
}

/** What must be known of a file before the first answer from it. */
export interface FileFacts {
  /** Sizes of the encoded forms that `read` can give besides the file as it is. */
  readonly gzip: number | undefined;
  readonly br: number | undefined;
  /**
   * Whether `stream` reads a part of the file as it is for what the part itself costs. A compressed file has to be unpacked from its
   * beginning: a range of it is answered with the whole (RFC 9110, 14.2), since one byte must not cost as much as all of them.
   */
  readonly isSeekable: boolean;
  /** What a page loads; undefined for a file that is no HTML. */
  readonly sources: PageSources | undefined;
}

export interface Part {
  readonly offset: number;
  readonly size: number;
}

export interface SiteSource {
  /** Tells versions apart in logs. */
  readonly id: string;
  readonly kind: DeploymentKind;
  /** Those of `kind`. */
  readonly features: ResolvedFeatures;
  readonly basePath: string;
  readonly redirects: readonly BundleRedirect[];
  look(path: string): SiteFile | undefined;
  // The files below are those that `look` of the same source has given.
  /** Asked once for each file, and again after the source has told that forms were added. @throws where the file is damaged */
  inspect(file: SiteFile): FileFacts | Promise<FileFacts>;
  read(file: SiteFile, encoding: Encoding): Promise<Buffer>;
  /** In pieces; `part` counts bytes of the encoded form. */
  stream(file: SiteFile, encoding: Encoding, part: Part): AsyncIterable<Buffer>;
  /** What lies beside the version: the vectors of its sections, as a search by meaning compares them. Undefined while there are none. */
  readonly vectors?: (() => Promise<Buffer | undefined>) | undefined;
  /** Whoever answers from a source holds it; the last to let go closes it. */
  hold(): void;
  release(): Promise<void>;
}
