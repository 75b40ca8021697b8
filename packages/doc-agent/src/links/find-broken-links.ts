import { findLinks } from './find-links.ts';
import { createLineCounter } from '../text/count-lines.ts';
import { indexPages, isPageFile, toLinkPath } from '../paths/page-index.ts';
import { resolveTarget } from './resolve-link.ts';
import { readLinkText } from './read-link-text.ts';

export interface BrokenLink {
  readonly path: string;
  readonly line: number;
  /** As written. */
  readonly target: string;
  /** The target path, without extension and leading slash. */
  readonly resolved: string;
  /** The visible text, or `''` if unknown. */
  readonly text: string;
  /** Offsets of the target in the file. */
  readonly start: number;
  readonly end: number;
}

export interface LinkCheck {
  readonly paths: readonly string[];
  /** Whether a redirect of the site matches a path, which begins with a slash. */
  readonly isRedirected: (path: string) => boolean;
  /** Paths of pages that are generated from specifications. Links to them aren't broken. */
  readonly isGenerated: (path: string) => boolean;
}

/** Finds links on the given pages that match no file, page or redirect of the site. The gate checks anchors. */
export function findBrokenLinks(files: readonly (readonly [string, string])[], check: LinkCheck): BrokenLink[] {
  const pages = indexPages(check.paths);
  const broken: BrokenLink[] = [];
  for (const [path, text] of files) {
    if (!isPageFile(path)) continue;
    const lineAt = createLineCounter(text);
    for (const link of findLinks(path, text)) {
      if (link.kind !== 'link') continue;
      const resolved = resolveTarget(path, link.target);
      if (resolved === undefined || pages.find(resolved) !== undefined) continue;
      // `.png`, `.json`, …: a file, which the gate checks. A page has no extension, or a Markdown or HTML extension.
      if (/\.(?!(?:mdx?|html?)$)[a-z0-9]{1,6}$/i.test(resolved)) continue;
      if (check.isRedirected(`/${resolved}`) || check.isGenerated(resolved)) continue;
      broken.push({
        path,
        line: lineAt(link.start),
        target: link.target,
        resolved: toLinkPath(resolved),
        text: readLinkText(text, link),
        start: link.start,
        end: link.end,
      });
    }
  }
  return broken;
}
