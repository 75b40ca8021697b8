import type { Html } from './html.ts';
import { escapeAttribute } from './escape-html.ts';
import { fillWord } from './fill-word.ts';

/**
 * Writes the link next to a title, which points to the title's position on the page.
 *
 * @param linkTo the link's name in the page's language, with `{title}` for `text`
 */
export function writeAnchor(id: string, text: string, linkTo: string): Html {
  return `<a class="anchor" href="#${escapeAttribute(encodeURI(id))}" aria-label="${escapeAttribute(fillWord(linkTo, { title: text }))}"></a>`;
}

export interface HeadingParts {
  readonly depth: number;
  readonly id: string;
  /** The title as markup, and as text for the anchor's name. */
  readonly html: Html;
  readonly text: string;
  /** The anchor's name in the page's language, with `{title}` for `text`. */
  readonly linkTo: string;
  readonly className?: string;
}

export function writeHeading({ depth, id, html, text, linkTo, className }: HeadingParts): Html {
  const level = Math.min(6, Math.max(1, depth));
  const own = className === undefined ? '' : ` class="${className}"`;
  return `<h${level}${own} id="${escapeAttribute(id)}">${html}${writeAnchor(id, text, linkTo)}</h${level}>`;
}
