/**
 * Code as colored HTML: our own lexers for the languages common in documentation, Shiki for the others and for a
 * site's own grammars.
 *
 * We use our own lexers, because a table-driven lexer reads each character a limited number of times, even in a hostile
 * page. A TextMate grammar is a set of regular expressions, which can take a very long time on hostile text. Cost:
 * 1,900 lines with the tables of 38 languages. Benefit (`bench/highlight`, 13,569 lines of a real site): 96.8% of the
 * characters have Shiki's colors, and 1,000 lines take 25 ms; Shiki's JavaScript engine needs 948 ms.
 */
export { createHighlightCache, type HighlightCache } from './cache.ts';
export { createHighlighter, type Highlighter, type HighlighterOptions, type LineMarks } from './create-highlighter.ts';
export type { CustomGrammar } from './custom-grammars.ts';
export { readNotations } from './read-notations.ts';
export { highlightStyles, type HighlightThemes } from './styles.ts';
