import { readTag } from '../text/convert-tags.ts';
import { attributeText } from '../text/components.ts';
import {
  applyEdits,
  dedent,
  indentOf,
  joinLines,
  markFences,
  toLines,
  type Edit,
  type SourceLine,
} from '../text/source-lines.ts';
import { textOfHtml } from '../text/plain-html.ts';

type Tag = NonNullable<ReturnType<typeof readTag>>;

/** The text of each file that a page imports with a loader, by the name that the page uses. */
export type RawImports = ReadonlyMap<string, string>;

const maxTag = 20_000;

/** Converts the theme's `<CodeBlock>`, `<Details>` and `<ThemedImage>` to equivalent Markdown and HTML. */
export function convertDocusaurusComponents(lines: readonly SourceLine[], raw: RawImports): readonly SourceLine[] {
  if (!lines.some(({ text }) => /<(?:CodeBlock|Details|ThemedImage)\b/.test(text))) return lines;
  const tracked = joinLines(lines);
  const { text } = tracked;
  const fenced = markFences(lines);
  const starts = lineStarts(lines);
  const isCode = (at: number): boolean => fenced[starts.findLastIndex((start) => start <= at)] === true;
  const edits: Edit[] = [];
  for (const match of text.matchAll(/<\/Details\s*>|<(?:CodeBlock|Details|ThemedImage)(?=[\s/>])/g)) {
    const start = match.index;
    if (isCode(start)) continue;
    if (match[0].startsWith('</')) {
      edits.push({ start, end: start + match[0].length, text: '</details>' });
      continue;
    }
    const tag = readTag(text.slice(start, start + maxTag));
    if (tag === undefined) continue;
    const end = start + tag.length;
    if (tag.name === 'ThemedImage') edits.push({ start, end, text: writeThemedImage(tag) });
    else if (tag.name === 'Details' && !tag.isClosed) edits.push({ start, end, text: writeDetails(tag) });
    else if (tag.name === 'CodeBlock' && !tag.isClosed) edits.push(...writeCodeBlock(text, start, { tag, raw }));
  }
  const written = applyEdits(tracked, edits);
  return written.text.split('\n').map((one, index) => ({ text: one, line: written.lineOf[index] ?? 1 }));
}

function lineStarts(lines: readonly SourceLine[]): number[] {
  let at = 0;
  return lines.map(({ text }) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
}

const valueOf = ({ attributes }: Tag, name: string): string | undefined => {
  const value = attributes.find((one) => one.name === name)?.value;
  if (value?.kind !== 'expression') return value?.text;
  return /^\{\s*(["'`])([^"'`]*)\1\s*\}$/.exec(value.text)?.[2];
};

/** Writes one image for each color scheme. Names of imported files are replaced later. */
function writeThemedImage(tag: Tag): string {
  const sources = tag.attributes.find(({ name }) => name === 'sources')?.value?.text ?? '';
  const alt = attributeText(valueOf(tag, 'alt') ?? '');
  const image = (scheme: string, className: string): string => {
    const written = new RegExp(
      `\\b${scheme}\\s*:\\s*(?:(?:useBaseUrl|require)\\(\\s*)?(?:["'\`]([^"'\`]+)|([A-Za-z_$][\\w$]*))`,
    ).exec(sources);
    const source = written?.[1] === undefined ? `{${written?.[2] ?? ''}}` : `"${written[1]}"`;
    return written === null ? '' : `<img src=${source} alt="${alt}" className="${className}" />`;
  };
  return image('light', 'block dark:hidden') + image('dark', 'hidden dark:block');
}

function writeDetails(tag: Tag): string {
  const summary = tag.attributes.find(({ name }) => name === 'summary')?.value;
  const title = summary?.kind === 'expression' ? textOfHtml(summary.text.slice(1, -1)) : (summary?.text ?? 'Details');
  const isOpen = tag.attributes.some(({ name }) => name === 'open');
  return `<details${isOpen ? ' open' : ''}>\n<summary>${title.replaceAll(/^["'`]|["'`]$/g, '')}</summary>\n`;
}

/** Writes a fenced code block, unless the content is computed. */
function writeCodeBlock(text: string, start: number, { tag, raw }: { tag: Tag; raw: RawImports }): Edit[] {
  const close = text.indexOf('</CodeBlock>', start);
  if (close === -1) return [];
  const code = readCode(text.slice(start + tag.length, close), raw);
  if (code === undefined) return [];
  const language =
    valueOf(tag, 'language') ?? /(?:^|\s)language-(\S+)/.exec(valueOf(tag, 'className') ?? '')?.[1] ?? '';
  const title = valueOf(tag, 'title');
  const hasLines = tag.attributes.some(({ name }) => name === 'showLineNumbers');
  const info = [language, title === undefined ? '' : `title="${title}"`, hasLines ? 'lines' : ''];
  const marker = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length + 1)));
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const blanks = before.trim() === '' ? before : '';
  const block = [marker + info.filter((part) => part !== '').join(' '), ...code.split('\n'), marker];
  const written = block.map((line, index) => (index === 0 || line === '' ? line : blanks + line)).join('\n');
  const lead = before.trim() === '' ? '' : '\n\n';
  const tail = /^[ \t]*(?:\n|$)/.test(text.slice(close + '</CodeBlock>'.length)) ? '' : '\n\n';
  return [{ start, end: close + '</CodeBlock>'.length, text: lead + written + tail }];
}

function readCode(body: string, raw: RawImports): string | undefined {
  const expression = /^\s*\{([^]*)\}\s*$/.exec(body)?.[1]?.trim();
  if (expression === undefined) return /[<{]/.test(body) ? undefined : trimCode(body);
  const name = /^[A-Za-z_$][\w$]*$/.exec(expression)?.[0];
  if (name !== undefined) return raw.get(name)?.trimEnd();
  const template = /^`([^`]*)`(?:\.trim\(\))?$/.exec(expression)?.[1] ?? /^"((?:[^"\\]|\\.)*)"$/.exec(expression)?.[1];
  return template === undefined || template.includes('${')
    ? undefined
    : trimCode(template.replaceAll(/\\([`$\\])/g, '$1'));
}

function trimCode(code: string): string {
  const lines = toLines(code.replace(/^[ \t]*\n/, '').trimEnd());
  const base = Math.min(...lines.filter(({ text }) => text.trim() !== '').map(({ text }) => indentOf(text)), 1000);
  return dedent(lines, base)
    .map(({ text }) => text)
    .join('\n');
}
