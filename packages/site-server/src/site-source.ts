/**
 * The source of the files of one published version of a site: a folder on this machine, or ranges of a remote
 * archive.
 *
 * 1. A version never changes: a path returns the same bytes for as long as the source is open.
 * 2. `look` is a lookup in memory. A file that it doesn't know doesn't exist.
 * 3. Once `inspect` has resolved, `read` and `stream` return what the version's manifest says, or they throw.
 */
import type { BundleRedirect, DeploymentKind, PageSources, ResolvedFeatures, StoredEdit } from '@docwright/bundle';
import type { Condition } from '@docwright/site-access/rules';
import type { Encoding } from './answer/negotiate.ts';

export interface SiteFile {
  /** Path in the bundle: `guides/start.html`. */
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the content in lower-case hex, or at least its first 32 digits. */
  readonly sha256: string;
}

/** Facts needed before the first answer from a file. */
export interface FileFacts {
  /**
   * Sizes of the encoded forms that `read` offers in addition to the file as it is. A file without a gzip form is stored
   * as it is: `stream` reads a part of it at the cost of that part.
   */
  readonly gzip: number | undefined;
  readonly br: number | undefined;
  /** The resources that a page loads, or `undefined` if the file isn't HTML. */
  readonly sources: PageSources | undefined;
  /** Size and digest of the content, if readers with access see another one than `look` describes. */
  readonly content?: Pick<SiteFile, 'size' | 'sha256'>;
}

/** A file that is for some readers only. */
export interface SealedSiteFile extends SiteFile {
  /** Number of the condition that its readers meet. */
  readonly when: number;
}

/**
 * What a version has for readers with access. Its files are read by the source, which verifies them like any other.
 * `AudienceSource` decides which readers see them.
 */
export interface SealedContent {
  readonly conditions: readonly Condition[];
  look(path: string): SealedSiteFile | undefined;
  /** Whether a file, public or not, has edits. */
  hasEdits(path: string): boolean;
  /** @throws if they are damaged */
  edits(file: SiteFile, network?: string): Promise<readonly StoredEdit[]>;
  /** The bytes that choices insert, by number. @throws if one is damaged */
  segments(numbers: readonly number[], network?: string): Promise<ReadonlyMap<number, Buffer>>;
}

export interface Part {
  readonly offset: number;
  readonly size: number;
}

export interface SiteBuild {
  /** The label that a deployment pins; the commit by default. */
  readonly version: string;
  readonly commit: string;
}

export interface SiteSource {
  /** Identifies the version in logs. */
  readonly id: string;
  /** What it was built from; `undefined` for files that no build is known of. */
  readonly build?: SiteBuild | undefined;
  readonly kind: DeploymentKind;
  /** Features for `kind`. */
  readonly features: ResolvedFeatures;
  readonly basePath: string;
  readonly redirects: readonly BundleRedirect[];
  look(path: string): SiteFile | undefined;
  /** `undefined` if everything in the version is public. */
  readonly sealed?: SealedContent | undefined;
  /** Whether it was built for signed-in readers: the files that `look` finds are what everyone may see. */
  readonly isProtected?: boolean;
  // The files below must be results of `look` of the same source. `network` is the client that waits, as limits count it,
  // for sources whose reads are limited; `''` or absent if nobody waits.
  /** Called once for each file, and again after the source has reported added forms. @throws if the file is damaged */
  inspect(file: SiteFile, network?: string): FileFacts | Promise<FileFacts>;
  read(file: SiteFile, encoding: Encoding, network?: string): Promise<Buffer>;
  /** Returns the file in pieces; `part` counts bytes of the encoded form. */
  stream(file: SiteFile, encoding: Encoding, part: Part, network?: string): AsyncIterable<Buffer>;
  /**
   * The vectors of the version's sections, stored next to it for search by meaning; `undefined` if none exist yet.
   */
  readonly vectors?: (() => Promise<Buffer | undefined>) | undefined;
  /** Each user of a source retains it; the last release closes it. */
  hold(): void;
  release(): Promise<void>;
}
