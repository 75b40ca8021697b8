import { decodeText } from '../../text/decode-text.ts';
import type { SitePage } from '../../site/index.ts';
import type { SiteSource } from '../../source/site-source.ts';

/** Names that were found in the pages of earlier builds. */
export type KnownClassNames = WeakMap<Pick<SitePage, 'body'>, ReadonlySet<string>>;

/**
 * Every word in the sources that could be a utility class: the values of `class` and `className`, and the words of
 * strings in component files, where class names are composed. Names that aren't utilities have no effect later.
 */
export function collectClassNames(
  pages: Iterable<Pick<SitePage, 'body'>>,
  source: SiteSource,
  known: KnownClassNames = new WeakMap(),
): Set<string> {
  const names = new Set<string>();
  for (const page of pages) for (const name of namesOfPage(page, known)) names.add(name);
  for (const path of source.paths) {
    if (!/\.(?:jsx|tsx)$|^_?snippets\/.*\.(?:mdx?|js|ts)$/i.test(path)) continue;
    const bytes = source.read(path);
    if (bytes === undefined) continue;
    const { text } = decodeText(bytes);
    if (/\.mdx?$/i.test(path)) addAttributes(text, names);
    else addStrings(text, names);
  }
  return names;
}

const noNames: ReadonlySet<string> = new Set();

function namesOfPage(page: Pick<SitePage, 'body'>, known: KnownClassNames): ReadonlySet<string> {
  const before = known.get(page);
  if (before !== undefined) return before;
  const names = new Set<string>();
  addAttributes(page.body, names);
  const found = names.size === 0 ? noNames : names;
  known.set(page, found);
  return found;
}

function addAttributes(text: string, names: Set<string>): void {
  if (!text.includes('class')) return;
  for (const match of text.matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})/g)) {
    if (match[3] === undefined) addWords(match[1] ?? match[2] ?? '', names);
    else addStrings(match[3], names);
  }
  // Components that a page defines itself build their classes from strings.
  if (/^export\s+(?:const|function)/m.test(text)) addStrings(text, names);
}

function addStrings(text: string, names: Set<string>): void {
  for (const match of text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g))
    addWords(match[1] ?? match[2] ?? match[3] ?? '', names);
}

function addWords(text: string, names: Set<string>): void {
  for (const word of text.split(/\s+/)) if (word !== '') names.add(word);
}
