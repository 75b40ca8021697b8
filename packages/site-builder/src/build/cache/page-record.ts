import type { CountedPage } from '@docwright/site-search';
import type { PageEffects, RenderedPage } from '../../page/index.ts';
import type { Lookup } from './lookup.ts';

/** A result that can be reused while its lookups have the same results. */
export interface Recorded {
  readonly lookups: readonly Lookup[];
  readonly effects: PageEffects;
  /** Digest of the site's paths and redirects for which the lookups were last verified. */
  readonly shape: string;
}

/** The last version of a page, and the conditions for reusing it. */
export interface PageRecord extends Recorded {
  /** Digest of the page's own source and of everything that all pages depend on. */
  readonly key: string;
  /** Excludes the frontmatter, which is read from the source. */
  readonly page: RenderedPage;
  /**
   * Whether `page` is complete: its text is left out if only issues are cached, or if the receiver has the documents
   * and the cache is full.
   */
  readonly hasContent: boolean;
  /** Whether a section of the page has text. */
  readonly hasText: boolean;
  /** The page's words in the search index of the cache, if they were counted. */
  readonly words: CountedPage | undefined;
  readonly written: WrittenPage | undefined;
}

/** A newly rendered page, with its document. */
export interface NewPageRecord extends PageRecord {
  readonly written: WrittenPage;
}

/** The theme's document for the page. */
export interface WrittenPage extends Recorded {
  /** Digest of everything around the page's content: styles, bars, sidebar, the pages before and after. */
  readonly key: string;
  /** `undefined` if documents aren't cached. */
  readonly files: PageFiles | undefined;
  /** Digests of the files, if their receiver stores them. */
  readonly digests: PageDigests | undefined;
}

export interface PageFiles {
  readonly html: Uint8Array;
  readonly markdown: Uint8Array;
}

export interface FileDigest {
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface PageDigests {
  readonly html: FileDigest;
  readonly markdown: FileDigest;
}
