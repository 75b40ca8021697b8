/**
 * The source of the files of a site's published version: a folder on this machine, or ranges of a remote archive.
 *
 * 1. A version never changes: a path returns the same bytes while the source is open.
 * 2. `look` is a lookup in memory. A file that it doesn't find doesn't exist.
 * 3. After `inspect` has resolved, `read` and `stream` return content that matches the version's manifest, or they
 *    throw.
 */
import type { BundleRedirect, DeploymentKind, PageSources, ResolvedFeatures, StoredEdit } from '@docwright/bundle';
import type { Condition } from '@docwright/site-access/rules';
import type { Encoding } from './answer/negotiate.ts';

export interface SiteFile {
  /** Path in the bundle: `guides/start.html`. */
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  /** The content's SHA-256 in lowercase hex, or at least its first 32 digits. */
  readonly sha256: string;
}

/** Facts that are needed before the file's first response. */
export interface FileFacts {
  /**
   * Sizes of the encoded forms that `read` offers in addition to the unencoded file. A file without a gzip form is
   * stored uncompressed, so reading a part with `stream` costs only that part.
   */
  readonly gzip: number | undefined;
  readonly br: number | undefined;
  /** The resources that a page loads, or `undefined` if the file isn't HTML. */
  readonly sources: PageSources | undefined;
  /** Size and digest of the content if it differs from the content that `look` describes, for readers with access. */
  readonly content?: Pick<SiteFile, 'size' | 'sha256'>;
}

/** A file that only some readers are allowed to see. */
export interface SealedSiteFile extends SiteFile {
  /** Number of the condition that a reader must meet. */
  readonly when: number;
}

/**
 * The content of a version for readers with access. The source reads the files, and verifies them like any other.
 * `AudienceSource` decides which readers see them.
 */
export interface SealedContent {
  readonly conditions: readonly Condition[];
  look(path: string): SealedSiteFile | undefined;
  /** Whether a file, public or not, has edits. */
  hasEdits(path: string): boolean;
  /** @throws if the edits are damaged */
  edits(file: SiteFile, network?: string): Promise<readonly StoredEdit[]>;
  /** Returns the bytes that choices insert, by number. @throws if a segment is damaged */
  segments(numbers: readonly number[], network?: string): Promise<ReadonlyMap<number, Buffer>>;
}

export interface Part {
  readonly offset: number;
  readonly size: number;
}

export interface SiteBuild {
  /** The version label of the deployment; the commit by default. */
  readonly version: string;
  readonly commit: string;
}

export interface SiteSource {
  /** Identifies the version in logs. */
  readonly id: string;
  /** The build that produced the files; `undefined` if it is unknown. */
  readonly build?: SiteBuild | undefined;
  readonly kind: DeploymentKind;
  /** Features for `kind`. */
  readonly features: ResolvedFeatures;
  readonly basePath: string;
  readonly redirects: readonly BundleRedirect[];
  look(path: string): SiteFile | undefined;
  /** `undefined` if everything in the version is public. */
  readonly sealed?: SealedContent | undefined;
  /** Whether the version was built for signed-in readers: `look` finds only public files. */
  readonly isProtected?: boolean;
  // The files below must be results of `look` of the same source. `network` is the network of the waiting client, for
  // sources whose reads are limited; it is `''` or absent if no client waits.
  /** Called once for each file, and again after the source has reported added forms. @throws if the file is damaged */
  inspect(file: SiteFile, network?: string): FileFacts | Promise<FileFacts>;
  read(file: SiteFile, encoding: Encoding, network?: string): Promise<Buffer>;
  /** Returns the file in chunks; `part` counts bytes of the encoded form. */
  stream(file: SiteFile, encoding: Encoding, part: Part, network?: string): AsyncIterable<Buffer>;
  /**
   * Caches bytes that are created from the version's files, such as a page with rewritten links, in the cache that the
   * source uses for its reads. The same name must always have the same bytes.
   */
  readonly cached?: ((name: string, make: () => Promise<Buffer>, network: string) => Promise<Buffer>) | undefined;
  /**
   * Returns the Brotli form of content that was created from a file, if it is stored and intact. `sha256` is the
   * content's digest in hex.
   */
  readonly brotliOf?: ((sha256: string) => Promise<Buffer | undefined>) | undefined;
  /** Returns the vectors of the version's sections, for search by meaning; `undefined` if they don't exist yet. */
  readonly vectors?: (() => Promise<Buffer | undefined>) | undefined;
  /** Each user of a source retains it; the last release closes it. */
  hold(): void;
  release(): Promise<void>;
}
