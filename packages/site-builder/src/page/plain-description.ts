import { decodeEntities } from '@docwright/expressions';
import type { RenderedPage } from './rendered-page.ts';

/** A page's description as plain text on one line: descriptions are Markdown. */
export function plainDescription({
  description,
  descriptionHtml,
}: Pick<RenderedPage, 'description' | 'descriptionHtml'>): string {
  const text = /[<&]/.test(descriptionHtml)
    ? decodeEntities(descriptionHtml.replace(/<\/(?:p|li|h[1-6]|t[dhr]|pre|blockquote)>/g, ' ').replace(/<[^>]*>/g, ''))
    : description;
  return text.replace(/\s+/g, ' ').trim();
}
