import { nothingWritten, placeImage, writeImagePlace } from '../components/index.ts';
import type { Html } from '../../markup/html.ts';
import { readHtmlTokens } from '../../markup/html-tokens.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { PageContext } from './page-context.ts';

/** Tags that Markdown of unknown origin may use; others are shown as text. */
const allowed: ReadonlySet<string> = new Set(
  'a b br code del details div em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** Tags that are left out instead of being shown as text. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'object', 'embed', 'template']);
/** The content of these elements is also left out: the tokenizer reads it as text. */
const droppedWhole: ReadonlySet<string> = new Set(['script', 'style', 'iframe']);
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/**
 * Sanitizes raw HTML in Markdown (a specification's description, a page that isn't MDX). The HTML standard's tokenizer
 * parses it, and only known tags are written, with only the attributes that these may have. A node often contains a
 * single tag instead of a whole element, so no tree is built.
 */
export function sanitizeHtml(html: string, context: PageContext): Html {
  let written = '';
  /** The current element that is dropped with its content. */
  let inside: string | undefined;
  for (const token of readHtmlTokens(html, 'html')) {
    if (inside !== undefined) {
      if (token.kind === 'end' && token.name === inside) inside = undefined;
      continue;
    }
    if (token.kind === 'text') written += escapeText(token.text);
    else if (dropped.has(token.name)) {
      if (token.kind === 'start' && droppedWhole.has(token.name)) inside = token.name;
    } else if (!allowed.has(token.name)) written += escapeText(token.source);
    else if (token.kind === 'start')
      written += `<${token.name}${keptAttributes(token.name, token.attributes, context)}>`;
    else if (!empty.has(token.name)) written += `</${token.name}>`;
  }
  return written;
}

function keptAttributes(tag: string, attributes: ReadonlyMap<string, string>, context: PageContext): string {
  if (tag === 'a') {
    const href = attributes.get('href');
    return href === undefined ? '' : ` href="${escapeAttribute(context.href(href))}"`;
  }
  if (tag !== 'img') return '';
  const src = attributes.get('src');
  const alt = ` alt="${escapeAttribute(attributes.get('alt') ?? '')}"`;
  if (src === undefined) return alt;
  const place = writeImagePlace(placeImage(nothingWritten, context.imageSize(src)));
  return ` src="${escapeAttribute(context.asset(src))}"${alt}${place}`;
}
