import type { CustomGrammar } from './custom-grammars.ts';
import { createHighlightCache, type HighlightCache } from './cache.ts';
import { toRegistrations } from './custom-grammars.ts';
import { findFastLexer } from './fast-lexers.ts';
import { canonicalLanguage, isPlainLanguage } from './languages.ts';
import { readNotations, type LineMark } from './read-notations.ts';
import { createShikiTokenizer } from './shiki.ts';
import { noTokens, type Tokens } from './token-class.ts';
import { writeLines, writePlainLines } from './write-lines.ts';

export interface HighlighterOptions {
  readonly customGrammars?: readonly CustomGrammar[];
  /** A cache that builds in the same process can share. Default: a separate cache. */
  readonly cache?: HighlightCache;
  /** Longer code is written without colors. Default: 512 Ki characters. */
  readonly maxChars?: number;
}

/** 1-based lines that a fence's meta marks (`highlight={1-2}`, `focus={3}`). */
export interface LineMarks {
  readonly highlight: readonly number[];
  readonly focus: readonly number[];
}

export interface Highlighter {
  /**
   * The inner HTML of a `<code>`: one `<span class="line">` per line, joined by newlines, tokens as `<span
   * class="tk-…">`. `[!code …]` comments become classes of their lines. Never throws; an unknown language is written
   * as plain text.
   */
  highlight(code: string, language: string, marks?: LineMarks): string;
  /** True if `language` (a name or an alias, any case) is highlighted or is plain text (`text`). */
  knows(language: string): boolean;
}

export function createHighlighter(options: HighlighterOptions = {}): Highlighter {
  const { cache = createHighlightCache(), maxChars = 512 * 1024, customGrammars = [] } = options;
  const shiki = createShikiTokenizer(toRegistrations(customGrammars));
  const customNames = new Set(
    customGrammars.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase()),
  );
  // Cache entries of a site's own grammar must not be visible to another site with a grammar of the same name.
  const scopeOf = (language: string) =>
    customNames.has(language) ? `${JSON.stringify(customGrammars)}\n${language}` : language;

  const tokensOf = (code: string, language: string): Tokens | undefined => {
    if (code.length > maxChars || isPlainLanguage(language)) return undefined;
    const lexer = customNames.has(language) ? undefined : findFastLexer(language);
    if (lexer === undefined) return tokensOfShiki(code, language);
    const tokens = noTokens();
    lexer(code, tokens, 0);
    return tokens;
  };
  const tokensOfShiki = (code: string, language: string) => {
    try {
      return shiki.tokenize(code, language);
    } catch {
      // If the engine can't run a grammar, its blocks are written without colors.
      return undefined;
    }
  };

  return {
    highlight(code, language, fenceMarks) {
      const name = customNames.has(language.toLowerCase()) ? language.toLowerCase() : canonicalLanguage(language);
      const marksKey = fenceMarks === undefined ? '' : `${fenceMarks.highlight.join()};${fenceMarks.focus.join()}`;
      const key = `${scopeOf(name)}\n${marksKey}\n${code}`;
      const found = cache.find(key);
      if (found !== undefined) return found;
      const marked = readNotations(code);
      const marks = addFenceMarks(marked.marks, fenceMarks);
      const tokens = tokensOf(marked.code, name);
      const html = tokens === undefined ? writePlainLines(marked.code, marks) : writeLines(marked.code, tokens, marks);
      cache.put(key, html);
      return html;
    },
    knows(language) {
      const name = canonicalLanguage(language);
      return (
        isPlainLanguage(name) ||
        customNames.has(language.toLowerCase()) ||
        findFastLexer(name) !== undefined ||
        shiki.has(name)
      );
    },
  };
}

function addFenceMarks(
  marks: ReadonlyMap<number, ReadonlySet<LineMark>>,
  fence: LineMarks | undefined,
): ReadonlyMap<number, ReadonlySet<LineMark>> {
  if (fence === undefined || (fence.highlight.length === 0 && fence.focus.length === 0)) return marks;
  const all = new Map([...marks].map(([line, set]) => [line, new Set(set)]));
  const add = (line: number, mark: LineMark) => all.set(line, (all.get(line) ?? new Set()).add(mark));
  for (const line of fence.highlight) add(line, 'highlight');
  for (const line of fence.focus) add(line, 'focus');
  return all;
}
