import type { Html } from '../../markup/html.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';

/** Deeper headings are left out of the list, which shows only the main sections. */
const DEEPEST = 3;

/**
 * Writes the table of contents: second- and third-level headings, otherwise first-level headings; `''` if none exist.
 */
export function writeContents(headings: readonly PageHeading[], title: string): Html {
  const shown = headings.filter((heading) => heading.depth > 1 && heading.depth <= DEEPEST && heading.text !== '');
  const listed = shown.length > 0 ? shown : headings.filter((heading) => heading.depth === 1 && heading.text !== '');
  if (listed.length === 0) return '';
  const top = Math.min(...listed.map((heading) => heading.depth));
  let items = '';
  for (const heading of listed) {
    items += `<li class="toc-item${heading.depth > top ? ' toc-sub' : ''}" data-depth="${heading.depth - top}"><a href="#${escapeAttribute(encodeURI(heading.id))}">${escapeText(heading.text)}</a></li>`;
  }
  return `<nav class="toc" id="table-of-contents-content" aria-labelledby="toc-title"><p class="toc-title" id="toc-title">${escapeText(title)}</p><ul role="list">${items}</ul></nav>`;
}
