import { createObject, isValueObject, type Value, type ValueObject } from '@docwright/expressions';
import type { PageHeading } from '../../markup/page-parts.ts';
import { foldAnchor } from '../../text/slugify.ts';
import { childrenOf, type HeadingNode, type MdNode } from '../mdx/ast.ts';
import type { FeedEntry } from '../rendered-page.ts';
import type { PageChildren } from './render-env.ts';

/** Maximum length of an entry's text, which is only a summary; the page contains the rest. */
const maxDescriptionChars = 500;

export interface RenderedUpdate {
  readonly props: ValueObject;
  readonly children: PageChildren;
  /** ID of the whole `<Update>`. */
  readonly id: string;
  /** The update's headings on the page, in order, with its own first. */
  readonly headings: readonly PageHeading[];
}

/**
 * The entries of an `<Update>` in the page's feed, by the format's rule (documented on its page `components/update`):
 * one with the text of `rss`, otherwise one for each Markdown heading, otherwise one with its label.
 */
export function readUpdate({ props, children, id, headings }: RenderedUpdate): FeedEntry[] {
  const rss = isValueObject(props['rss']) ? props['rss'] : createObject();
  const label = textOf(props['label']);
  const rssTitle = textOf(rss['title']);
  const rssText = textOf(rss['description']);
  const shared = {
    dates: [label, textOf(props['description']), rssTitle],
    tags: (Array.isArray(props['tags']) ? props['tags'] : []).filter((tag): tag is string => typeof tag === 'string'),
  };
  const parts = rssTitle === '' && rssText === '' ? divideByHeading(children.nodes) : [];
  if (parts.length > 0) {
    const ids = new HeadingIds(headings);
    return parts.map(({ heading, nodes }): FeedEntry => {
      const title = plainMarkdown([heading]);
      return { ...shared, id: ids.find(title, heading.depth) ?? id, title, description: shorten(plainMarkdown(nodes)) };
    });
  }
  const text = plainMarkdown(children.nodes) || textOf(props['description']) || children.text();
  return [{ ...shared, id, title: rssTitle || label, description: rssText || shorten(text) }];
}

interface Part {
  readonly heading: HeadingNode;
  readonly nodes: MdNode[];
}

function divideByHeading(nodes: readonly MdNode[]): Part[] {
  const parts: Part[] = [];
  for (const node of nodes) {
    if (node.type === 'heading') parts.push({ heading: node, nodes: [] });
    else parts.at(-1)?.nodes.push(node);
  }
  return parts;
}

/** Finds the IDs of Markdown headings among those of headings that components created. */
class HeadingIds {
  readonly #left: PageHeading[];

  constructor(headings: readonly PageHeading[]) {
    this.#left = [...headings];
  }

  find(title: string, depth: number): string | undefined {
    const wanted = foldAnchor(title);
    const at = this.#left.findIndex((heading) => heading.depth === depth && foldAnchor(heading.text) === wanted);
    return at === -1 ? undefined : this.#left.splice(0, at + 1).at(-1)?.id;
  }
}

const blocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'listItem', 'tableRow', 'tableCell', 'break']);

/** The words of Markdown: feeds contain no components, HTML or code blocks. */
function plainMarkdown(nodes: readonly MdNode[]): string {
  const words: string[] = [];
  const visit = (node: MdNode): void => {
    if (node.type === 'text' || node.type === 'inlineCode') words.push(node.value);
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') return;
    childrenOf(node).forEach(visit);
    if (blocks.has(node.type)) words.push(' ');
  };
  nodes.forEach(visit);
  return words
    .join('')
    .replace(/\{#[^{}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function shorten(text: string): string {
  return text.length <= maxDescriptionChars ? text : `${text.slice(0, maxDescriptionChars - 1).trimEnd()}…`;
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value.trim() : '';
}
