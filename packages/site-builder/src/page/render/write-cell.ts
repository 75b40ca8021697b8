import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { plainText } from './plain-text.ts';

/**
 * Scripts in which browsers break lines between any two characters: their cells would shrink to one character per line.
 */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Up to this many ems, text in such a script stays on one line, like a Latin word; longer text has a column of this
 * width.
 */
const MAX_WHOLE_EMS = 10;

/** Code of at most this length stays on one line, including its spaces. */
const MAX_WHOLE_CODE = 24;

export interface CellParts {
  readonly tag: 'td' | 'th';
  /** With a leading space, or `''`. It has no `class`. */
  readonly attributes: string;
  readonly html: Html;
}

/** Writes a table cell, with the classes that determine its width. */
export function writeCell({ tag, attributes, html }: CellParts): Html {
  const dense = html.search(denseScripts) === -1 ? '' : denseClass(plainText(html));
  return `<${tag}${attributes}${dense}>${markLongCode(html)}</${tag}>`;
}

function denseClass(text: string): string {
  const dense = text.match(denseScripts)?.length ?? 0;
  if (dense === 0) return '';
  const ems = dense + (text.trim().length - dense) / 2;
  return ` class="${ems <= MAX_WHOLE_EMS ? 'cell-whole' : 'cell-wide'}"`;
}

/** Marks long code: names aren't broken, but commands and values wrap at their spaces, like text. */
export function markLongCode(html: Html): Html {
  if (!html.includes('<code>')) return html;
  return html.replace(/<code>([^<]+)<\/code>/g, (code, text: string) =>
    text.length > MAX_WHOLE_CODE && /\s/.test(text) ? `<code class="code-long">${text}</code>` : code,
  );
}

/** Wraps a table in a box in which a wide table scrolls. */
export function wrapTable(table: Html, label: string): Html {
  return `<div class="table-wrap" tabindex="0" role="region" aria-label="${escapeAttribute(label)}">${table}</div>`;
}
