export { createHighlightCache } from './cache.ts';
export type { HighlightCache } from './cache.ts';
export { createHighlighter } from './create-highlighter.ts';
export type { CustomGrammar, Highlighter, HighlighterOptions, LineMarks } from './create-highlighter.ts';
export { highlightStyles } from './styles.ts';
export type { HighlightThemes } from './styles.ts';
