import type { PageReport } from '../site-plan.ts';
import type { SourceLine } from '../text/source-lines.ts';

const magic = /^\s*(?:\/\/|#|--|\/\*|<!--|\{\/\*)\s*highlight-(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/;

/** Converts a code fence with its meta: lines that comments mark are marked by number, and fenced MDX becomes MDX. */
export function convertDocusaurusCode(block: readonly SourceLine[], page: PageReport): SourceLine[] {
  const [first, ...rest] = block;
  if (first === undefined) return [];
  const match = /^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,})\s*(\S*)\s*(.*)$/.exec(first.text);
  if (match === null) return [...block];
  const [, before = '', marker = '', language = '', meta = ''] = match;
  const isClosed = /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(rest.at(-1)?.text ?? '');
  const body = isClosed ? rest.slice(0, -1) : rest;
  if (language === 'mdx-code-block') return [...body];
  if (/\blive\b/.test(meta) || language === 'jsx-live') page.lose(first.line, 'the live editor is shown as code');
  const { lines, marked } = readMarks(body);
  const options = meta
    .replaceAll(/\b(?:npm2yarn|live|noInline|no-transpile|tsOnly|ts2js)\b(?:=\S+)?/g, '')
    .replaceAll(/\bshowLineNumbers(?:=\d+)?/g, 'lines')
    .replaceAll(/\bmetastring=\S+/g, '');
  const numbers = marked.length === 0 ? '' : `{${marked.join(',')}}`;
  const info = [language, options.trim(), numbers]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(/ {2,}/g, ' ');
  const close = isClosed ? rest.slice(-1) : [];
  return [{ ...first, text: before + marker + info }, ...lines, ...close];
}

function readMarks(body: readonly SourceLine[]): { readonly lines: SourceLine[]; readonly marked: number[] } {
  const lines: SourceLine[] = [];
  const marked: number[] = [];
  let isOn = false;
  let isNext = false;
  for (const line of body) {
    const call = magic.exec(line.text)?.[1];
    if (call !== undefined) {
      isOn = call === 'start' || (isOn && call === 'next-line');
      isNext = call === 'next-line';
      continue;
    }
    lines.push(line);
    if (isOn || isNext) marked.push(lines.length);
    isNext = false;
  }
  return { lines, marked };
}
