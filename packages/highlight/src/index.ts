/**
 * Code as coloured HTML: own lexers for the languages that documentation has, Shiki for the others and for grammars of a site.
 *
 * Why ours: a lexer that is a table looks at each character a bounded number of times, whatever a page holds; a grammar of
 * TextMate is a set of regular expressions that a hostile text can keep busy. What it costs: 1,900 lines with the tables of 38
 * languages. What it gives (`bench/highlight`, 13,569 lines of a real site): 96.8 % of the characters as Shiki colours them, in
 * 25 ms for 1,000 lines; Shiki's JavaScript engine needs 948 ms.
 */
export { createHighlightCache, type HighlightCache } from './cache.ts';
export { createHighlighter, type Highlighter, type HighlighterOptions, type LineMarks } from './create-highlighter.ts';
export type { CustomGrammar } from './custom-grammars.ts';
export { readNotations } from './read-notations.ts';
export { highlightStyles, type HighlightThemes } from './styles.ts';
