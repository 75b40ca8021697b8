/** A page's context for tests: escapes all text and allows all calls. */
import { escapeAttribute, escapeText } from '../markup/escape-html.ts';
import { englishComponents, isComponentWord } from '../text/component-words.ts';
import { referenceText } from '../text/reference-text.ts';
import type { ApiContext } from './api-context.ts';

export function fakeContext(features: Partial<ApiContext['features']> = {}): ApiContext {
  const ids = new Set<string>();
  let serial = 0;
  return {
    page: {},
    word: (name) => (isComponentWord(name) ? englishComponents[name] : referenceText(undefined)[name]),
    features: { playground: true, ...features },
    inlineMarkdown: escapeText,
    blockMarkdown: (text) => `<p>${escapeText(text)}</p>`,
    codeBlock: ({ code, language }) =>
      `<pre data-language="${escapeAttribute(language)}"><code>${escapeText(code)}</code></pre>`,
    uniqueId(text) {
      const slug = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
      let id = slug;
      for (let count = 2; ids.has(id); count++) id = `${slug}-${count}`;
      ids.add(id);
      return id;
    },
    counter: () => ++serial,
  };
}
