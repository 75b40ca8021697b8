import type { Issue } from '../../issues/issue.ts';
import type { IslandModule } from '../../page/index.ts';
import type { LinkTarget, ExpectedAnchor } from '../../site/index.ts';
import type { PlaygroundData } from '../../openapi/index.ts';

/** A question that a page asked its site while it was rendered, and the answer: while all are the same, so is the page. */
export type Lookup =
  | { readonly kind: 'link'; readonly written: string; readonly from: string; readonly answer: LinkTarget }
  | { readonly kind: 'anchor'; readonly page: string; readonly written: string; readonly answer: string }
  | { readonly kind: 'import'; readonly specifier: string; readonly from: string; readonly answer: string | undefined }
  | { readonly kind: 'legacy-snippet'; readonly file: string; readonly answer: string | undefined }
  /** The digest of a file's bytes; undefined where there is none. */
  | { readonly kind: 'file'; readonly path: string; readonly answer: string | undefined }
  /** The address of a file under its hashed name, which the page shows. */
  | { readonly kind: 'asset'; readonly path: string; readonly answer: string | undefined }
  /** The address of a live component's module. */
  | { readonly kind: 'island'; readonly module: IslandModule; readonly answer: string };

/** What a page asked, and what it left behind in the site besides its own text. */
export interface PageTrace {
  readonly lookups: Lookup[];
  readonly issues: Issue[];
  readonly anchors: ExpectedAnchor[];
  /** Files that are linked to at their own place. */
  readonly plainFiles: string[];
  readonly calls: PlaygroundData[];
}

export function emptyTrace(): PageTrace {
  return { lookups: [], issues: [], anchors: [], plainFiles: [], calls: [] };
}
