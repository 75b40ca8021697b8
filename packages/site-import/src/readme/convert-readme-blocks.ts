import type { PageReport } from '../site-plan.ts';
import { calloutName, wrapLines } from '../text/components.ts';
import { markFences, toLines, type SourceLine } from '../text/source-lines.ts';
import { isRecord } from '../text/split-frontmatter.ts';
import { convertMagicBlock } from './convert-magic-block.ts';

const emojis: Readonly<Record<string, string>> = {
  '📘': 'info',
  ℹ️: 'info',
  '👍': 'success',
  '✅': 'success',
  '🚧': 'warning',
  '⚠️': 'warning',
  '❗️': 'danger',
  '❗': 'danger',
  '🛑': 'danger',
};
const calloutStart = /^>\s*(📘|ℹ️|👍|✅|🚧|⚠️|❗️|❗|🛑)\s*(.*)$/u;

const blockEnd = /^\s*\[\/block\]\s*$/;
const htmlEnd = /`\}\s*<\/HTMLBlock>/;

/**
 * Converts ReadMe's blocks to components: `[block:…]`, quotations that begin with an emoji, adjacent code fences,
 * `<HTMLBlock>`.
 */
export function convertReadmeBlocks(lines: readonly SourceLine[], page: PageReport): readonly SourceLine[] {
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  // A block without an end isn't a block; searching for the end from every beginning would take quadratic time.
  const lastBlockEnd = lines.findLastIndex(({ text }) => blockEnd.test(text));
  const lastHtmlEnd = lines.findLastIndex(({ text }) => htmlEnd.test(text));
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (line === undefined) break;
    const taken =
      inFence[at] === true
        ? takeFences(lines, at, inFence)
        : ((at < lastBlockEnd ? takeMagic(lines, at, page) : undefined) ??
          takeCallout(lines, at, page) ??
          (at <= lastHtmlEnd ? takeHtml(lines, at) : undefined));
    if (taken === undefined) {
      out.push(inFence[at] === true ? line : { ...line, text: convertVariables(line, page) });
      at += 1;
    } else {
      out.push(...taken.lines);
      at = taken.next;
    }
  }
  return out;
}

interface Taken {
  readonly lines: readonly SourceLine[];
  readonly next: number;
}

function takeMagic(lines: readonly SourceLine[], at: number, page: PageReport): Taken | undefined {
  const line = lines[at];
  const kind = /^\s*\[block:([\w-]+)\]\s*$/.exec(line?.text ?? '')?.[1];
  if (line === undefined || kind === undefined) return undefined;
  const end = nextLine(lines, at + 1, blockEnd);
  const value = parseJson(
    lines
      .slice(at + 1, end)
      .map(({ text }) => text)
      .join('\n'),
  );
  const lose = (message: string): void => page.lose(line.line, message);
  const written = value === undefined ? undefined : convertMagicBlock(kind, value, lose);
  if (written === undefined) lose(`the block ${kind} is left out`);
  const inner = toLines(written ?? '').map(({ text }) => ({ text, line: line.line }));
  const body = kind === 'callout' ? convertReadmeBlocks(inner, page) : inner;
  return { lines: [{ text: '', line: line.line }, ...body, { text: '', line: line.line }], next: end + 1 };
}

function nextLine(lines: readonly SourceLine[], from: number, pattern: RegExp): number {
  let at = from;
  while (at < lines.length && !pattern.test(lines[at]?.text ?? '')) at += 1;
  return at;
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function takeCallout(lines: readonly SourceLine[], at: number, page: PageReport): Taken | undefined {
  const line = lines[at];
  const start = calloutStart.exec(line?.text ?? '');
  if (line === undefined || start === null) return undefined;
  let next = at + 1;
  while (lines[next]?.text.startsWith('>')) next += 1;
  const body = lines.slice(at + 1, next).map((inner) => ({ ...inner, text: inner.text.replace(/^>\s?/, '') }));
  const title = (start[2] ?? '').replaceAll(/\*\*|`/g, '').trim();
  const name = calloutName(emojis[start[1] ?? ''] ?? 'info');
  const isEmpty = body.every(({ text }) => text.trim() === '');
  const content = isEmpty ? [{ ...line, text: title }] : convertReadmeBlocks(body, page);
  return { lines: wrapLines(name, { title: isEmpty || title === '' ? undefined : title }, content, line.line), next };
}

/** Reads code fences; those without a blank line between them are the tabs of one group. */
function takeFences(lines: readonly SourceLine[], at: number, inFence: readonly boolean[]): Taken | undefined {
  if (inFence[at - 1] === true && at > 0) return undefined;
  let next = at;
  while (inFence[next] === true) next += 1;
  const block = lines.slice(at, next);
  const closings = block.filter(({ text }) => /^\s*(?:`{3,}|~{3,})\s*$/.test(text)).length;
  const openings = block.filter(({ text }) => /^\s*(?:`{3,}|~{3,})\s*\S/.test(text)).length;
  if (openings < 2 || closings < openings) return { lines: block, next };
  return { lines: wrapLines('CodeGroup', {}, block, block[0]?.line ?? 1), next };
}

/** Reads ``<HTMLBlock>{`…`}</HTMLBlock>``: the text between the backticks is plain HTML. */
function takeHtml(lines: readonly SourceLine[], at: number): Taken | undefined {
  if (!/^\s*<HTMLBlock\b[^>]*>\s*\{`/.test(lines[at]?.text ?? '')) return undefined;
  const end = nextLine(lines, at, htmlEnd);
  const body = lines.slice(at, end + 1).map(({ text, line }) => ({
    text: text
      .replace(/^\s*<HTMLBlock\b[^>]*>\s*\{`/, '')
      .replace(/`\}\s*<\/HTMLBlock>\s*$/, '')
      .replaceAll('\\`', '`'),
    line,
  }));
  return { lines: body, next: end + 1 };
}

/**
 * Replaces variables with their names. ReadMe fills in `<<apiKey>>` and `{user.name}` for each reader, which a static
 * page can't do.
 */
function convertVariables({ text, line }: SourceLine, page: PageReport): string {
  return text.replaceAll(/<<(?:glossary:)?([\w .-]+)>>/g, (all, name: string) => {
    if (!all.startsWith('<<glossary:')) page.lose(line, `the variable ${name} is shown as its name`);
    return name;
  });
}
