import { decodeEntities } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';

/** The text of a piece of markup, as a screen reader would read it. */
export function plainText(html: Html): string {
  if (!/[<&]/.test(html)) return html.trim();
  const text = html
    .replace(/<annotation[\s\S]*?<\/annotation>|<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}
