import type { ExpectedAnchor } from '../render/render-site.ts';
import { decodeEntities } from '../expressions/index.ts';
import type { ReportIssue } from '../config/field-reader.ts';

/** Compares the anchors that links name with the ids that pages have, once all pages are known. */
export class AnchorCheck {
  readonly #expected: ExpectedAnchor[] = [];
  /** The ids of each page, each between line ends. */
  readonly #ids = new Map<string, string>();

  expect(anchor: ExpectedAnchor): void {
    this.#expected.push(anchor);
  }

  /** `html` is everything on the page that can have an id. */
  addPage(path: string, html: string): void {
    const ids: string[] = [];
    for (let at = html.indexOf(' id="'); at !== -1; at = html.indexOf(' id="', at + 5)) {
      const id = html.slice(at + 5, html.indexOf('"', at + 5));
      ids.push(id.includes('&') ? decodeEntities(id) : id);
    }
    // Joined, because a slice of the page would keep the whole page in memory.
    this.#ids.set(path, `\n${ids.join('\n')}\n`);
  }

  report(report: ReportIssue): void {
    for (const { from, line, page, anchor, written } of this.#expected) {
      const ids = this.#ids.get(page);
      if (ids === undefined || isKnown(anchor, ids)) continue;
      report({
        path: from,
        ...(line === undefined ? {} : { line }),
        severity: 'warning',
        code: 'broken-anchor',
        message: `The link "${written}" names the anchor "#${anchor}", which is not on the page "/${page}".`,
        fix: 'Use the id of one of its headings.',
      });
    }
  }
}

function isKnown(written: string, ids: string): boolean {
  const anchor = written.replace(/\/$/, '');
  // `#:~:text=` and `#top` are the browser's own.
  if (anchor === 'top' || anchor.startsWith(':~:') || ids.includes(`\n${anchor}\n`)) return true;
  try {
    return ids.includes(`\n${decodeURIComponent(anchor)}\n`);
  } catch {
    return false;
  }
}
