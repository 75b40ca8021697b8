import { lineStart } from './divide-text.ts';

export interface Line {
  /** Its first part. */
  readonly start: number;
  /** After its last part. */
  readonly end: number;
  readonly indent: number;
  /** Whether it is a line of code or of plain text. What else a page has can be one long line. */
  readonly isCode: boolean;
  /** The first part with more than tags and white space. */
  readonly content: number | undefined;
  readonly commas: readonly number[];
}

export function linesOf(parts: readonly string[]): readonly Line[] {
  const starts = parts.flatMap((part, index) => (index === 0 || lineStart.test(part) ? [index] : []));
  return starts.map((start, number) => readLine(parts, start, starts[number + 1] ?? parts.length));
}

function isCode(first = '', second = ''): boolean {
  return first.replace(lineStart, '') === '' ? second.startsWith('<span class="line">') : lineStart.test(first);
}

export function isComma(part: string): boolean {
  return part.startsWith(',') && part.trim() === ',';
}

function readLine(parts: readonly string[], start: number, end: number): Line {
  let before = '';
  let content: number | undefined;
  const commas: number[] = [];
  for (let index = start; index < end; index++) {
    const part = parts[index] ?? '';
    if (isComma(part)) commas.push(index);
    if (content !== undefined) continue;
    const text = textIn(part);
    before += text;
    if (text.trim() !== '' && !isComma(part)) content = index;
  }
  const indent = /^\s*/.exec(before.replace(lineStart, ''))?.[0].length ?? 0;
  return { start, end, indent, isCode: isCode(parts[start], parts[start + 1]), content, commas };
}

function labelOf(parts: readonly string[], { content }: Line): string {
  return content === undefined
    ? ''
    : textIn(parts[content] ?? '')
        .replace(lineStart, '')
        .trim();
}

/** Whether a line ends an object or a list. */
export function startsWithEnd(parts: readonly string[], line: Line): boolean {
  return /^[)\]}]/.test(labelOf(parts, line));
}

function textIn(part: string): string {
  return part.replace(/<[^>]*>/g, '');
}

/**
 * Equal numbers for parts at the same place of two texts: a part with the lines that it is indented in. So an entry is compared with
 * itself, although most of its lines are also in other entries.
 */
export class Places {
  readonly #numbers = new Map<string, number>();

  numbersOf(parts: readonly string[]): readonly number[] {
    const numbers: number[] = [];
    const around: { readonly indent: number; readonly number: number }[] = [];
    for (const line of linesOf(parts)) {
      const own = parts.slice(line.start, line.end);
      if (!line.isCode) around.length = 0;
      let sibling = 0;
      while ((around.at(-1)?.indent ?? -1) >= line.indent) {
        const last = around.pop();
        if (last?.indent === line.indent) sibling = last.number;
      }
      const label = labelOf(parts, line);
      const begin = around.at(-1)?.number ?? 0;
      // The end of an object or a list belongs to its beginning.
      const place = line.isCode ? this.#number(begin, `${startsWithEnd(parts, line) ? sibling : ''}:${label}`) : 0;
      if (place !== 0) around.push({ indent: line.indent, number: place });
      const repeated = new Map<string, number>();
      for (const part of own) {
        const count = (repeated.get(part) ?? 0) + 1;
        repeated.set(part, count);
        numbers.push(this.#number(place, place === 0 ? part : `${count}:${part}`));
      }
    }
    return numbers;
  }

  #number(place: number, text: string): number {
    const key = `${place} ${text}`;
    const known = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, known);
    return known;
  }
}
