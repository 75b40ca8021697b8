import { createRequire } from 'node:module';
import type Katex from 'katex';

import type { Html } from '../../markup/html.ts';

export interface MathOutcome {
  readonly html: Html;
  /** The reason that KaTeX rejected the formula; the HTML is then the source text. */
  readonly problem?: string;
}

let loaded: typeof Katex | undefined;

/** Loads KaTeX for the first formula: most sites have none. */
function loadKatex(): typeof Katex {
  loaded ??= createRequire(import.meta.url)('katex') as typeof Katex;
  return loaded;
}

/** Longer formulas are shown as text: KaTeX's time grows faster than its input. */
const MAX_FORMULA_CHARS = 20_000;

/** Converts TeX to HTML with MathML for screen readers. Pages with formulas need the files of `mathFiles()`. */
export function renderMath(tex: string, display: boolean): MathOutcome {
  if (tex.length > MAX_FORMULA_CHARS) {
    return {
      html: sourceText(tex, display),
      problem: `the formula has ${tex.length} characters; at most ${MAX_FORMULA_CHARS} are allowed`,
    };
  }
  try {
    const html = loadKatex().renderToString(tex, {
      displayMode: display,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      // `\href`, `\includegraphics`, `\htmlId`… would let a formula write attributes and load files.
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
    });
    return { html };
  } catch (error) {
    return { html: sourceText(tex, display), problem: error instanceof Error ? error.message : String(error) };
  }
}

function sourceText(tex: string, display: boolean): Html {
  const text = tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return display ? `<pre class="math-source"><code>${text}</code></pre>` : `<code class="math-source">${text}</code>`;
}
