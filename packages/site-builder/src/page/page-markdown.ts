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
  /** Inserts the values of the site's variables into text. */
  readonly fill: (text: string) => string;
  /** The target of a link for readers outside the site, or `undefined` if it stays unchanged. */
  readonly link: (written: string) => string | undefined;
  /** Text that follows the page's own text: the operation of an API page. */
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

/** Removes notations from code: `// [!code ++]` only marks a line and isn't part of the program. */
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

/** Code, or a tag of a `<Visibility>`. */
const codeOrVisibility = new RegExp(
  `${fencedCode}|\`[^\`\\n]+\`|(?<tag><Visibility(?=[\\s>])(?<attributes>[^>]*)>|</Visibility\\s*>)`,
  'gm',
);

interface OpenVisibility {
  readonly reader: string | undefined;
  readonly tag: string;
  /** The text before the tag. */
  readonly before: string;
}

/**
 * Keeps the content of a `<Visibility>` that is for agents: the page leaves out this content, and its Markdown leaves
 * out the content for people. Code examples of the component are kept, as are tags for any other audience. Unclosed
 * tags have no effect.
 */
function forAgents(text: string): string {
  if (!text.includes('<Visibility')) return text;
  const open: OpenVisibility[] = [];
  let result = '';
  let last = 0;
  for (const match of text.matchAll(codeOrVisibility)) {
    const { tag, attributes } = match.groups ?? {};
    if (tag === undefined) continue;
    result += text.slice(last, match.index);
    last = match.index + tag.length;
    const reader = /(?:^|\s)for\s*=\s*["'{ ]*(humans|agents)["'} ]*(?=[\s/]|$)/.exec(attributes ?? '')?.[1];
    if (attributes?.endsWith('/') === true) result += reader === undefined ? tag : '';
    else if (attributes !== undefined) {
      open.push({ reader, tag, before: result });
      result = '';
    } else {
      const opened = open.pop();
      if (opened === undefined) return text;
      if (opened.reader === undefined) result = opened.before + opened.tag + result + tag;
      else result = opened.before + (opened.reader === 'agents' ? result.trim() : '');
    }
  }
  return open.length > 0 ? text : result + text.slice(last);
}
