/**
 * The parts of `llms.txt` and `llms-full.txt` for restricted pages. They follow everything else, so that the public
 * part and its division into files are the same for all readers.
 */
import type { Condition } from '@docwright/site-access/rules';
import type { ExternalLink } from '../site/index.ts';
import { lineOf, specLine, type LlmsPage } from './llms.ts';

export interface RestrictedEntry {
  readonly when: Condition;
  readonly text: string;
}

export const restrictedHeading = '\n## For signed-in readers\n\n';

export interface RestrictedListRequest<T> {
  readonly pages: readonly T[];
  readonly links: readonly ExternalLink[];
  /** Specifications that only some readers have. */
  readonly specs: readonly { readonly url: string; readonly when: Condition }[];
  readonly whenOf: (path: string) => Condition | undefined;
}

/** Lines of `llms.txt` below `restrictedHeading`. */
export function restrictedLines<T extends Omit<LlmsPage, 'markdown'>>({
  pages,
  links,
  specs,
  whenOf,
}: RestrictedListRequest<T>): RestrictedEntry[] {
  const ofPages = pages.flatMap((page) => {
    const when = whenOf(page.path);
    return when === undefined ? [] : [{ when, text: lineOf(page) }];
  });
  const ofLinks = links.flatMap(({ label, url, when }) =>
    when === undefined ? [] : [{ when, text: `- [${label}](${url})\n` }],
  );
  const ofSpecs = specs.map(({ url, when }) => ({ when, text: specLine(url) }));
  return [...ofPages, ...ofLinks, ...ofSpecs];
}

/** A page's text in `llms-full.txt`, below the public pages. */
export function restrictedText(markdown: string, url: string): string {
  const end = markdown.trimEnd();
  const titleEnd = end.indexOf('\n');
  const at = titleEnd === -1 ? end.length : titleEnd;
  return `\n\n${end.slice(0, at)}\nSource: ${url}${end.slice(at)}\n`;
}
