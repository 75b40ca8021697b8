/** A page's context for tests: everything escaped, nothing looked up, every call possible. */
import type { RenderContext } from '../page/component.ts';
import { escapeAttribute, escapeText } from '../markup/escape-html.ts';

export function fakeContext(features: Partial<RenderContext['features']> = {}): RenderContext {
  const ids = new Set<string>();
  let serial = 0;
  return {
    page: { path: 'api/page', sourcePath: 'openapi.json', title: '' },
    icon: () => '',
    inlineMarkdown: escapeText,
    blockMarkdown: (text) => `<p>${escapeText(text)}</p>`,
    word: (name: string) => name,
    math: (tex: string) => tex,
    codeBlock: ({ code, language }) =>
      `<pre data-language="${escapeAttribute(language)}"><code>${escapeText(code)}</code></pre>`,
    href: (target) => target,
    asset: (target) => target,
    imageSize: () => undefined,
    uniqueId(text) {
      const slug = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
      let id = slug;
      for (let count = 2; ids.has(id); count++) id = `${slug}-${count}`;
      ids.add(id);
      return id;
    },
    addHeading: () => undefined,
    counter: () => ++serial,
    report: () => undefined,
    features: {
      offlineSearch: true,
      search: true,
      assistant: false,
      analytics: false,
      playground: true,
      socialImages: false,
      ...features,
    },
  };
}
