import type { IslandModule } from '../../page/index.ts';
import type { LinkTarget } from '../../site/index.ts';

/**
 * A lookup in the site that was made while a page was rendered, and its result. The page is unchanged while all of its
 * lookups have the same results.
 */
export type Lookup =
  | { readonly kind: 'link'; readonly written: string; readonly from: string; readonly answer: LinkTarget }
  | { readonly kind: 'anchor'; readonly page: string; readonly written: string; readonly answer: string }
  | { readonly kind: 'import'; readonly specifier: string; readonly from: string; readonly answer: string | undefined }
  | { readonly kind: 'legacy-snippet'; readonly file: string; readonly answer: string | undefined }
  /** A file's digest, or `undefined` if the file doesn't exist. */
  | { readonly kind: 'file'; readonly path: string; readonly answer: string | undefined }
  /** The address, with the hashed name, of a file that the page shows. */
  | { readonly kind: 'asset'; readonly path: string; readonly answer: string | undefined }
  /** The address of an island's module. */
  | { readonly kind: 'island'; readonly module: IslandModule; readonly answer: string };
