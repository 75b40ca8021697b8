import type { RenderedPage, FeedEntry } from '../../page/index.ts';
import type { PageTrace } from './page-trace.ts';

/** Something that is made the same again while its trace holds. */
export interface Traced {
  readonly trace: PageTrace;
  /** Digest of the site's paths and redirects with which the trace was last found true. */
  readonly shape: string;
}

/** One page as it was made last, and everything that must still be true for it to be made the same again. */
export interface PageRecord extends Traced {
  /** Digest of the page's own source and of what all pages of the site depend on. */
  readonly key: string;
  /** Without its frontmatter, which the source gives. */
  readonly rendered: RenderedPage;
  readonly updates: readonly FeedEntry[];
  /** As `idsOf` gives them. */
  readonly ids: string;
  /** Whether `rendered` is whole: its texts are left out where only issues are remembered. */
  readonly hasContent: boolean;
  readonly written: WrittenPage | undefined;
}

/** A page that was just made, with its document. */
export interface MadeRecord extends PageRecord {
  readonly written: WrittenPage;
}

/** The document that the theme made of the page. */
export interface WrittenPage extends Traced {
  /** Digest of what stands around the page's content: styles, bars, sidebar, the pages before and after. */
  readonly key: string;
  /** Undefined where documents are not kept. */
  readonly files: PageFiles | undefined;
  /** Of the files, where whoever takes them keeps them. */
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
