import type { Html } from '../model.ts';
import { createHighlightCache } from './cache.ts';
import type { HighlightCache } from './cache.ts';

/** A TextMate grammar that a site brings along (`styling.codeblocks.languages.custom`), parsed from its JSON file. */
export interface CustomGrammar {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly grammar: unknown;
}

export interface HighlighterOptions {
  readonly customGrammars?: readonly CustomGrammar[];
  /** Share one between builds of a process. Default: a cache of its own. */
  readonly cache?: HighlightCache;
  /** Longer texts are written without colours. Default 512 Ki characters. */
  readonly maxChars?: number;
}

/** 1-based lines that a fence's meta marks (`highlight={1-2}`, `focus={3}`). */
export interface LineMarks {
  readonly highlight: readonly number[];
  readonly focus: readonly number[];
}

export interface Highlighter {
  /**
   * The inner HTML of a `<code>`: one `<span class="line">` a line, joined by newlines, tokens as `<span class="tk-…">`.
   * Never throws; a language that nobody knows is written as plain text.
   */
  highlight(code: string, language: string, marks?: LineMarks): Html;
  /** True when `language` (a name or an alias, any case) gets colours. */
  knows(language: string): boolean;
}

export function createHighlighter(options: HighlighterOptions = {}): Highlighter {
  const cache = options.cache ?? createHighlightCache();
  return {
    highlight(code, language) {
      const key = `${language}\n${code}`;
      const found = cache.find(key);
      if (found !== undefined) return found;
      const escape: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
      const html = code
        .split('\n')
        .map((line) => `<span class="line">${line.replace(/[&<>]/g, (char) => escape[char] ?? char)}</span>`)
        .join('\n');
      cache.put(key, html);
      return html;
    },
    knows: () => false,
  };
}
