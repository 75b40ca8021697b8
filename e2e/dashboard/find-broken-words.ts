import type { Page } from 'playwright-core';

/** Longer words are treated as IDs or digests, which may break anywhere. */
const LONGEST_WORD = 24;

/** Finds words in tables and description lists that are broken across two lines, such as `modif|ied`. */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(${collectBrokenWords})(${LONGEST_WORD})`);

/** A string, because these files have no browser types. */
const collectBrokenWords = `(longest) => {
  const found = [];
  for (const cell of document.querySelectorAll('td, th, dt, dd')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of node.data.matchAll(/(?<![\\p{L}\\p{N}])(?:\\p{Lu}?\\p{Ll}+|\\p{Lu}{2,}|\\p{N}{2,})(?![\\p{L}\\p{N}])/gu)) {
        if (match[0].length > longest) continue;
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(match[0]);
      }
    }
  }
  return found;
}`;
