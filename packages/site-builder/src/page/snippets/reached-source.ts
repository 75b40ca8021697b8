import { decodeText } from '../../text/decode-text.ts';
import type { PlannedPage } from '../../site/index.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { SnippetStore } from './snippet-store.ts';

/** Snippets and components. */
const importable = /\.(?:mdx?|jsx?|tsx?)$/i;

export interface ReachingPages {
  readonly pages: readonly Pick<PlannedPage, 'page'>[];
  readonly isPartial: boolean;
}

/**
 * The site without the snippets that only excluded pages import; the same source if nothing is excluded. Based only on
 * the text, because a page can't import from a computed string.
 */
export function reachedSource(source: SiteSource, { pages, isPartial }: ReachingPages): SiteSource {
  if (!isPartial) return source;
  const snippets = new SnippetStore({ source, parse: { math: false }, maxFileBytes: Number.POSITIVE_INFINITY });
  const reached = new Set<string>();
  const pending = pages.map(({ page }) => ({ path: page.sourcePath, text: page.body }));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const path of importsOf(file, snippets)) {
      if (reached.has(path) || !importable.test(path)) continue;
      reached.add(path);
      pending.push({ path, text: decodeText(source.read(path) ?? new Uint8Array()).text });
    }
  }
  return { ...source, paths: source.paths.filter((path) => !importable.test(path) || reached.has(path)) };
}

function importsOf({ path, text }: { readonly path: string; readonly text: string }, snippets: SnippetStore): string[] {
  const imported = [...text.matchAll(/\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*['"]([^'"\n]+)['"]/g)];
  const shown = [...text.matchAll(/<Snippet\s[^>]*?file=(?:\{\s*)?['"]([^'"\n]+)['"]/g)];
  const found = [
    ...imported.map(([, from, bare]) => snippets.findImport(from ?? bare ?? '', path)),
    ...shown.map(([, file]) => snippets.findLegacy(file ?? '')),
  ];
  return found.filter((file) => file !== undefined);
}
