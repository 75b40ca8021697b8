import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';

export interface CodeBlockParts {
  readonly fence: CodeFence;
  /** The inside of the `<code>`, from the highlighter: escaped, one `<span class="line">` a line. */
  readonly lines: Html;
  /** The icon of the title, `''` without one. */
  readonly icon: Html;
}

/** A block of fewer lines is never folded, whatever its author asked for: the fold would hide two or three lines. */
const LEAST_FOLDED_LINES = 12;

/**
 * A code block as every page shows it: title, copy button, lines. The button and the fold work by the theme's script; without it the
 * block is whole and the button is not shown.
 */
export function writeCodeBlock({ fence, lines, icon }: CodeBlockParts): Html {
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
  const name = escapeAttribute(fence.title ?? (fence.language === '' ? 'Code' : `${fence.language} code`));
  return (
    `<div class="${classes.join(' ')}">${title}<button type="button" class="code-copy code-block-copy-button" aria-label="Copy code"></button>` +
    `<pre tabindex="0" role="region" aria-label="${name}"><code class="language-${language}">${lines}</code></pre>` +
    `${foldable ? '<button type="button" class="code-fold code-block-fade-overlay" aria-expanded="false">Show all lines</button>' : ''}</div>`
  );
}

function countLines(code: string): number {
  let lines = 1;
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) lines++;
  return lines;
}
