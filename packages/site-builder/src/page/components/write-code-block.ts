import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { fillWord } from '../../markup/fill-word.ts';
import { englishComponents, type ComponentWord } from '../../text/component-words.ts';

export interface CodeBlockParts {
  readonly fence: CodeFence;
  /** The content of the `<code>`, from the highlighter: escaped, one `<span class="line">` per line. */
  readonly lines: Html;
  /** The title's icon; `''` if it has none. */
  readonly icon: Html;
  /** A label in the page's language. */
  readonly word: (name: ComponentWord) => string;
}

/**
 * Minimum number of lines of a collapsible block. Shorter blocks are never collapsed, even at their author's request,
 * because only a few lines would be hidden.
 */
const LEAST_FOLDED_LINES = 12;

/**
 * Writes a code block as every page shows it: title, copy button, lines. The button and the folding need the theme's
 * script; without it, the whole block is shown and the button is hidden.
 */
export function writeCodeBlock({ fence, lines, icon, word }: CodeBlockParts): Html {
  const classes = ['code-block'];
  if (fence.lines) classes.push('code-lines');
  if (fence.wrap) classes.push('code-wrap');
  if (fence.focus.length > 0) classes.push('code-focus');
  const foldable = fence.expandable && countLines(fence.code) >= LEAST_FOLDED_LINES;
  if (foldable) classes.push('code-foldable');
  const language = fence.language === '' ? 'text' : escapeAttribute(fence.language);
  const title =
    fence.title === undefined ? '' : `<div class="code-title">${icon}<span>${escapeText(fence.title)}</span></div>`;
  if (title !== '') classes.push('code-titled');
  const name = escapeAttribute(
    fence.title ?? (fence.language === '' ? word('code') : fillWord(word('codeIn'), { language: fence.language })),
  );
  return (
    `<div class="${classes.join(' ')}">${title}<button type="button" class="code-copy code-block-copy-button" aria-label="${escapeAttribute(word('copyCode'))}"></button>` +
    `<pre tabindex="0" role="region" aria-label="${name}"><code class="language-${language}">${lines}</code></pre>` +
    `${foldable ? writeFold(word) : ''}</div>`
  );
}

/**
 * Writes the button that expands a block. The theme's script contains the English label of the expanded state; pages in
 * other languages pass their own.
 */
function writeFold(word: CodeBlockParts['word']): Html {
  const fewer = word('showFewerLines');
  const inLanguage = fewer === englishComponents.showFewerLines ? '' : ` data-fewer="${escapeAttribute(fewer)}"`;
  return `<button type="button" class="code-fold code-block-fade-overlay" aria-expanded="false"${inLanguage}>${escapeText(word('showAllLines'))}</button>`;
}

function countLines(code: string): number {
  let lines = 1;
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) lines++;
  return lines;
}
