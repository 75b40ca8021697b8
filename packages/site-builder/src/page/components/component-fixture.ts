/** A page context for the tests of components and theme. Builds don't use it. */
import { createIconSet } from '../icons/index.ts';
import type { Issue } from '../../issues/issue.ts';
import { renderMath } from '../math/index.ts';
import type { ChildPart, ChildParts, Props, RenderContext } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import { referenceText } from '../../text/reference-text.ts';
import { englishComponents, isComponentWord } from '../../text/component-words.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { builtInComponents } from './built-in-components.ts';
import { stripTags } from './read-props.ts';
import { writeCodeBlock } from './write-code-block.ts';

const english = referenceText('en');
const word: RenderContext['word'] = (name) => (isComponentWord(name) ? englishComponents[name] : english[name]);

/** A component, or finished HTML. */
export type FixtureNode = Html | FixtureElement;
export interface FixtureElement {
  readonly name: string;
  readonly props: Props;
  readonly children: readonly FixtureNode[];
}

export function element(name: string, props: Props = {}, ...children: readonly FixtureNode[]): FixtureElement {
  return { name, props, children };
}

export interface FixturePage {
  readonly context: RenderContext;
  readonly headings: readonly PageHeading[];
  readonly issues: readonly Omit<Issue, 'path'>[];
  render(...nodes: readonly FixtureNode[]): Html;
}

export function createFixturePage(): FixturePage {
  const headings: PageHeading[] = [];
  const issues: Omit<Issue, 'path'>[] = [];
  const ids = new Set<string>();
  let count = 0;
  const icons = createIconSet({ library: 'fontawesome', readSiteFile: () => undefined });
  const context: RenderContext = {
    page: { path: 'gallery', sourcePath: 'gallery.mdx', title: 'Gallery' },
    icon: (spec) => icons.svg(spec, (path) => path) ?? '',
    inlineMarkdown: inline,
    blockMarkdown: (text) => `<p>${inline(text)}</p>`,
    codeBlock: (fence) => {
      const lines = fence.code
        .split('\n')
        .map((line) => `<span class="line">${escapeText(line)}</span>`)
        .join('\n');
      return writeCodeBlock({
        fence,
        lines,
        icon: fence.icon === undefined ? '' : (icons.svg({ name: fence.icon }, (path) => path) ?? ''),
        word,
      });
    },
    word,
    math(tex, display) {
      const { html, problem } = renderMath(tex, display);
      if (problem !== undefined) issues.push({ severity: 'warning', code: 'math', message: problem });
      return html;
    },
    href: (target) => (/^(?:javascript|data|vbscript):/i.test(target.trim()) ? '#' : target),
    asset: (target) => target,
    imageSize: () => undefined,
    uniqueId(text) {
      const slug =
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .trim()
          .replace(/\s+/g, '-') || 'section';
      let id = slug;
      for (let serial = 2; ids.has(id); serial++) id = `${slug}-${serial}`;
      ids.add(id);
      return id;
    },
    addHeading: (heading) => void headings.push(heading),
    counter: () => count++,
    report: (issue) => void issues.push(issue),
    features: {
      offlineSearch: true,
      search: true,
      assistant: false,
      analytics: false,
      feedback: false,
      playground: true,
      socialImages: false,
      aiLinks: true,
    },
  };
  return { context, headings, issues, render: (...nodes) => toParts(nodes, context).html() };
}

function inline(text: string): Html {
  return escapeText(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

function toParts(nodes: readonly FixtureNode[], context: RenderContext): ChildParts {
  const parts = nodes.map((node): ChildPart => {
    if (typeof node === 'string') return { kind: 'html', html: () => node };
    const children = toParts(node.children, context);
    let written: Html | undefined;
    const render = (): Html =>
      (written ??= builtInComponents.get(node.name)?.(node.props, children, context) ?? children.html());
    return { kind: 'component', name: node.name, props: node.props, html: render, children };
  });
  const html = (): Html => parts.map((part) => part.html()).join('');
  return { html, parts: () => parts, text: () => stripTags(html()) };
}
