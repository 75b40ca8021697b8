import { nothingWritten, placeImage, writeImagePlace } from '../components/index.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { PageContext } from './page-context.ts';

/** Tags that a Markdown text of unknown origin may use; others are shown as text. */
const allowed: ReadonlySet<string> = new Set(
  'a b br code del details div em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);

/**
 * Raw HTML of a Markdown text (a specification's description, a page that is no MDX). A node holds single tags as often as whole
 * elements, so tags are cleaned one by one: known names, without attributes but a link's or an image's address.
 */
export function sanitiseHtml(html: string, context: PageContext): Html {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(
      /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|<|>[^<]*|[^<>]+/gi,
      (match, close?: string, name?: string, attributes?: string) => {
        const tag = name?.toLowerCase();
        if (tag === undefined) return escapeText(match);
        if (!allowed.has(tag))
          return /^(?:script|style|iframe|object|embed|template)$/.test(tag) ? '' : escapeText(match);
        if (close === '/') return tag === 'br' || tag === 'hr' || tag === 'img' ? '' : `</${tag}>`;
        return `<${tag}${keptAttributes(tag, attributes ?? '', context)}>`;
      },
    );
}

function keptAttributes(tag: string, attributes: string, context: PageContext): string {
  const read = (name: string): string | undefined => {
    const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
    return match?.[1] ?? match?.[2] ?? match?.[3];
  };
  if (tag === 'a') {
    const href = read('href');
    return href === undefined ? '' : ` href="${escapeAttribute(context.href(href))}"`;
  }
  if (tag !== 'img') return '';
  const src = read('src');
  if (src === undefined) return ` alt="${escapeAttribute(read('alt') ?? '')}"`;
  const place = writeImagePlace(placeImage(nothingWritten, context.imageSize(src)));
  return ` src="${escapeAttribute(context.asset(src))}" alt="${escapeAttribute(read('alt') ?? '')}"${place}`;
}
