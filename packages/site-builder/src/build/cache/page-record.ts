import type { PageEffects, RenderedPage } from '../../page/index.ts';
import type { Lookup } from './lookup.ts';

/** Something that is made the same again while its look-ups have the same answers. */
export interface Recorded {
  readonly lookups: readonly Lookup[];
  readonly effects: PageEffects;
  /** Digest of the site's paths and redirects with which the look-ups were last found the same. */
  readonly shape: string;
}

/** One page as it was made last, and everything that must still be true for it to be made the same again. */
export interface PageRecord extends Recorded {
  /** Digest of the page's own source and of what all pages of the site depend on. */
  readonly key: string;
  /** Without its frontmatter, which the source gives. */
  readonly page: RenderedPage;
  /** Whether `page` is whole: its texts are left out where only issues are cached. */
  readonly hasContent: boolean;
  readonly written: WrittenPage | undefined;
}

/** A page that was just made, with its document. */
export interface MadeRecord extends PageRecord {
  readonly written: WrittenPage;
}

/** The document that the theme made of the page. */
export interface WrittenPage extends Recorded {
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
