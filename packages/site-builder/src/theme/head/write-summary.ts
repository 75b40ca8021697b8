import { decodeEntities } from '@docwright/expressions';
import type { RenderedPage } from '../../page/index.ts';

/** The maximum that search engines and link previews show. */
const maxChars = 300;

/** The description of a page as plain text on one line, for metadata: descriptions are Markdown, and a specification's are long. */
export function writeSummary({ description, descriptionHtml }: RenderedPage): string {
  if (!/[<&]/.test(descriptionHtml)) return shorten(description);
  const text = descriptionHtml.replace(/<\/(?:p|li|h[1-6]|t[dhr]|pre|blockquote)>/g, ' ').replace(/<[^>]*>/g, '');
  return shorten(decodeEntities(text));
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  const end = line.lastIndexOf(' ', maxChars - 1);
  return `${line.slice(0, end > maxChars / 2 ? end : maxChars - 1)}…`;
}
