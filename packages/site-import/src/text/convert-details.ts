import { openTag } from './components.ts';
import { textOfHtml } from './plain-html.ts';
import { markFences, type SourceLine } from './source-lines.ts';

/** Maximum number of lines between `<details>` and the end of its summary. */
const maxHeadLines = 12;

/** Converts `<details>` with a plain-text `<summary>` to an accordion; any other remains HTML. */
export function convertDetails(lines: readonly SourceLine[]): SourceLine[] {
  const rest = [...lines];
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  /** For each open `<details>`, whether it became an accordion. */
  const open: boolean[] = [];
  for (let at = 0; at < rest.length; at++) {
    const line = rest[at];
    if (line === undefined) break;
    if (inFence[at] === true || !/<\/?details\b/i.test(line.text)) {
      out.push(line);
      continue;
    }
    const head = readHead(rest, at);
    if (head !== undefined) {
      open.push(true);
      out.push(...alone(head.tag, line));
      // Text after the summary on its line is treated like a separate line.
      const last = head.next - 1;
      rest[last] = { ...line, text: head.rest };
      at = head.rest.trim() === '' ? last : last - 1;
      continue;
    }
    const starts = line.text.match(/<details\b/gi)?.length ?? 0;
    for (let count = 0; count < starts; count++) open.push(false);
    out.push(...closeAll(line, open));
  }
  return out;
}

function closeAll(line: SourceLine, open: boolean[]): SourceLine[] {
  const parts = line.text.split(/<\/details\s*>/i);
  const out: SourceLine[] = [];
  let text = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (open.pop() !== true) {
      text += `</details>${part}`;
      continue;
    }
    if (text.trim() !== '') out.push({ ...line, text });
    out.push(...alone('</Accordion>', line));
    text = part;
  }
  return text.trim() === '' && out.length > 0 ? out : [...out, { ...line, text }];
}

const alone = (text: string, { line, text: written }: SourceLine): SourceLine[] => {
  const blanks = /^[ \t]*/.exec(written)?.[0] ?? '';
  return ['', blanks + text, ''].map((one) => ({ text: one, line }));
};

interface DetailsHead {
  readonly tag: string;
  readonly rest: string;
  readonly next: number;
}

function readHead(lines: readonly SourceLine[], at: number): DetailsHead | undefined {
  for (let next = at + 1; next <= Math.min(lines.length, at + maxHeadLines); next++) {
    const text = lines
      .slice(at, next)
      .map((line) => line.text)
      .join('\n');
    if (!/<\/summary\s*>/i.test(text)) continue;
    const match = /^\s*<details\b([^>]*)>\s*<summary\b[^>]*>([\s\S]*?)<\/summary\s*>([\s\S]*)$/i.exec(text);
    const [, attributes = '', summary = '', rest = ''] = match ?? [];
    const title = textOfHtml(summary).replaceAll(/[*`]/g, '');
    if (match === null || title === '' || /<(?:img|a|svg)\b|\{|!\[/i.test(summary)) return undefined;
    const isOpen = /(?:^|\s)open(?:\s|=|$)/i.test(attributes);
    return { tag: openTag('Accordion', { title, defaultOpen: isOpen ? 'true' : undefined }), rest, next };
  }
  return undefined;
}
