import { readNotations } from '@docwright/highlight';
import { fencedCode } from '../text/fenced-code.ts';
import { writeWholeLinks } from './whole-links.ts';

export interface MarkdownRequest {
  readonly title: string;
  readonly description: string;
  /** The text that the positions refer to. */
  readonly text: string;
  /** Included snippets; comments and imports, whose text is `''`. */
  readonly inlined: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** Inserts the values of the site's variables into a text. */
  readonly fill: (text: string) => string;
  /** The target of a link for readers outside the site, or `undefined` if it stays unchanged. */
  readonly link: (written: string) => string | undefined;
  /** Text after the page's own: the operation of an API page. */
  readonly appendix: string;
}

/**
 * A page as Markdown for machines: its title, its description and the author's text, with snippets and variables
 * filled in, without imports.
 */
export function pageMarkdown({ title, description, text, inlined, fill, link, appendix }: MarkdownRequest): string {
  let body = '';
  let last = 0;
  for (const part of [...inlined].sort((a, b) => a.start - b.start)) {
    if (part.start < last) continue;
    body += text.slice(last, part.start) + part.text;
    last = part.end;
  }
  body += text.slice(last);
  const plain = writeWholeLinks(fill(asWritten(withoutNotations(forAgents(body)))), link)
    .replace(/^\s*\n/, '')
    .trim();
  const head = `# ${title}\n${description === '' ? '' : `\n> ${description.replace(/\n/g, '\n> ')}\n`}`;
  return `${head}\n${plain}${plain === '' ? '' : '\n'}${appendix === '' ? '' : `\n${appendix.trim()}\n`}`;
}

const fenced = new RegExp(fencedCode, 'gm');

/** Code as shown on the page: `// [!code ++]` only marks a line and isn't part of the program. */
function withoutNotations(text: string): string {
  return text.includes('[!code ') ? text.replace(fenced, (block) => readNotations(block).code) : text;
}

/** Removes the backslashes that turned `{{variable}}` and `## Title {#id}` into plain text. */
function asWritten(text: string): string {
  if (!text.includes('\\{')) return text;
  return text
    .replace(/\\\{\\\{(\s*[\w.-]+\s*)\\\}\\\}/g, '{{$1}}')
    .replace(/^(#{1,6} [^\n]*)\\(\{#[^{}\n]+\})[ \t]*$/gm, '$1$2');
}

/** A fenced block, or a `<Visibility>`. */
const fenceOrVisibility = new RegExp(
  `${fencedCode}|<Visibility\\s+for=["'{ ]*(?<reader>humans|agents)["'} ]*>(?<inner>[^]*?)</Visibility>`,
  'gm',
);

/**
 * Keeps the part of a `<Visibility>` for agents: the page for people leaves out one half, its Markdown the other. Code
 * that shows the component is kept.
 */
function forAgents(text: string): string {
  if (!text.includes('<Visibility')) return text;
  return text.replace(fenceOrVisibility, (whole, ...found: unknown[]) => {
    const { reader, inner } = found.at(-1) as { readonly reader?: string; readonly inner?: string };
    if (reader === undefined) return whole;
    return reader === 'agents' ? (inner ?? '').trim() : '';
  });
}
