import { lineStart } from './divide-text.ts';

export interface Line {
  /** Index of its first part. */
  readonly start: number;
  /** Index after its last part. */
  readonly end: number;
  readonly indent: number;
  /** Whether the line is code or plain text; the rest of a page can be a single long line. */
  readonly isCode: boolean;
  /** The first part that contains more than tags and whitespace. */
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

/** The lines that, by their indentation, may enclose the next line, innermost first. */
export interface Around {
  readonly indent: number;
  readonly number: number;
  readonly outer: Around | undefined;
}

/** A line's beginning in a text, and the lines that enclose it. */
export interface LineStart {
  readonly start: number;
  readonly around: Around | undefined;
}

/**
 * Assigns equal numbers to parts at the same position in two texts. A part's position is its text plus the lines that
 * enclose it by indentation, so an entry is matched with itself even if other entries contain most of the same lines.
 */
export class Places {
  readonly #numbers = new Map<number, Map<string, number>>();
  #count = 0;

  /** @param before the lines that enclose the first line, where the two texts begin to differ */
  numbersOf(
    parts: readonly string[],
    before?: Around,
  ): { readonly numbers: readonly number[]; readonly lines: readonly LineStart[] } {
    const numbers: number[] = [];
    const lines: LineStart[] = [];
    let around = before;
    for (const line of linesOf(parts)) {
      if (!line.isCode) around = undefined;
      lines.push({ start: line.start, around });
      let sibling = 0;
      for (; around !== undefined && around.indent >= line.indent; around = around.outer)
        if (around.indent === line.indent) sibling = around.number;
      // The end of an object or a list belongs to its beginning.
      const label = line.isCode ? `${startsWithEnd(parts, line) ? sibling : ''}:${labelOf(parts, line)}` : '';
      const place = line.isCode ? this.#number(around?.number ?? 0, label) : 0;
      if (line.isCode) around = { indent: line.indent, number: place, outer: around };
      const repeated = new Map<string, number>();
      for (let index = line.start; index < line.end; index++) {
        const part = parts[index] ?? '';
        if (place === 0) {
          numbers.push(this.#number(0, part));
          continue;
        }
        const count = (repeated.get(part) ?? 0) + 1;
        repeated.set(part, count);
        numbers.push(this.#number(place, count === 1 ? part : `${count}:${part}`));
      }
    }
    return { numbers, lines };
  }

  #number(place: number, text: string): number {
    const known = this.#numbers.get(place) ?? new Map<string, number>();
    this.#numbers.set(place, known);
    const found = known.get(text);
    if (found !== undefined) return found;
    this.#count += 1;
    known.set(text, this.#count);
    return this.#count;
  }
}
