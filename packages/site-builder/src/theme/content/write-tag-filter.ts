import type { Html } from '../../markup/html.ts';
import type { UiText } from '../../text/ui-text.ts';
import { decodeAttribute, escapeAttribute, escapeText } from '../../markup/escape-html.ts';

/** Writes buttons that narrow a changelog down to the entries with a tag; `''` on pages with fewer than two tags. */
export function writeTagFilter(content: Html, text: UiText): Html {
  if (!content.includes('<section class="update ')) return '';
  const tags = new Set<string>();
  for (const match of content.matchAll(/<section class="update [^>]* data-tags="([^"]*)"/g)) {
    for (const tag of decodeAttribute(match[1] ?? '').split('\n')) if (tag !== '') tags.add(tag);
  }
  if (tags.size < 2) return '';
  const buttons = [...tags].map((tag) => `<button type="button" aria-pressed="false">${escapeText(tag)}</button>`);
  return `<div class="tag-filter" id="changelog-filters" role="group" aria-label="${escapeAttribute(text.labels.tags)}"><div id="changelog-filters-content">${buttons.join('')}</div></div>`;
}
