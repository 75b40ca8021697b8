import { decodeEntities } from '@docwright/expressions';
import { foldAnchor } from '../../text/slugify.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import type { Html } from '../../markup/html.ts';

export interface ExpectedAnchor {
  readonly from: string;
  readonly line: number | undefined;
  readonly page: string;
  readonly anchor: string;
  readonly written: string;
  /** The source of the anchor; by default, a link. */
  readonly namedBy?: 'redirect';
}

/** Compares the anchors in links with the IDs of pages, once all pages are known. */
export class AnchorCheck {
  readonly #expected: ExpectedAnchor[] = [];
  /** The IDs of each page, each enclosed in line breaks. */
  readonly #ids = new Map<string, string>();
  readonly #folded = new Map<string, ReadonlySet<string>>();

  expect(anchor: ExpectedAnchor): void {
    this.#expected.push(anchor);
  }

  /** Adds a page. @param ids its IDs, as returned by `idsOf` */
  addPage(path: string, ids: string): void {
    this.#ids.set(path, ids);
  }

  /** Whether the page's script finds the anchor, which it does by letters and digits: `follow-hash.ts`. */
  #isFound(anchor: string, page: string, ids: string): boolean {
    const folded = this.#folded.get(page) ?? new Set(ids.split('\n').map(foldAnchor));
    this.#folded.set(page, folded);
    const own = foldAnchor(decode(anchor));
    return own !== '' && folded.has(own);
  }

  report(report: ReportIssue): void {
    for (const { from, line, page, anchor, written, namedBy } of this.#expected) {
      const ids = this.#ids.get(page);
      if (ids === undefined || isKnown(anchor, ids) || this.#isFound(anchor, page, ids)) continue;
      report({
        path: from,
        ...(line === undefined ? {} : { line }),
        severity: 'warning',
        code: 'broken-anchor',
        message: `The ${namedBy === 'redirect' ? 'redirect to' : 'link'} "${written}" points to the anchor "#${anchor}", which is not on the page "/${page}".`,
        fix: describeFix(anchor, ids),
      });
    }
  }
}

/**
 * Describes a remedy. A heading whose end changed, or was left out of the link, is still unambiguous if no other
 * heading begins like the anchor.
 */
function describeFix(anchor: string, ids: string): string {
  const own = foldAnchor(decode(anchor));
  const [found, second] =
    own.length < minBeginning ? [] : ids.split('\n').filter((id) => foldAnchor(id).startsWith(own));
  return found !== undefined && second === undefined ? `Use "#${found}".` : 'Use the ID of one of its headings.';
}

/** Minimum length: shorter anchors are the beginning of unrelated headings. */
const minBeginning = 4;

/** The start of an ID in HTML, and in the content that a live component shows in a later state. */
const idStarts: readonly (readonly [start: string, end: string])[] = [
  [' id="', '"'],
  [' id=\\&quot;', '\\&quot;'],
];

/** The IDs in a page's parts, each enclosed in line breaks. */
export function idsOf(...parts: readonly Html[]): string {
  const ids: string[] = [];
  for (const html of parts) {
    for (const [start, end] of idStarts) {
      for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, at + start.length)) {
        const id = html.slice(at + start.length, html.indexOf(end, at + start.length));
        ids.push(id.includes('&') ? decodeEntities(id) : id);
      }
    }
  }
  // Joined to a new string, because a slice of the page would keep the whole page in memory.
  return `\n${ids.join('\n')}\n`;
}

function isKnown(written: string, ids: string): boolean {
  const anchor = written.replace(/\/$/, '');
  // `#:~:text=` and `#top` are the browser's own.
  if (anchor === 'top' || anchor.startsWith(':~:') || ids.includes(`\n${anchor}\n`)) return true;
  return ids.includes(`\n${decode(anchor)}\n`);
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
