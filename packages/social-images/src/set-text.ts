import type { Bidi } from 'bidi-js';
import type { PlacedGlyph, ShapedPiece, TextShaper, TextStyle } from './text-shaper.ts';

export interface TextBlock {
  readonly style: TextStyle;
  readonly direction: 'ltr' | 'rtl';
  readonly maxWidth: number;
  readonly maxLines: number;
}

export interface SetText {
  readonly lines: readonly SetLine[];
  /** Whether the last line ends with an ellipsis. */
  readonly isCut: boolean;
}

/** Glyphs from left to right, from the line's left end. */
export interface SetLine {
  readonly width: number;
  readonly glyphs: readonly PlacedGlyph[];
}

/** Characters with one direction, between which a line is never broken. */
interface Unit {
  readonly text: string;
  readonly isSpace: boolean;
  /** Embedding level (UAX 9). */
  readonly level: number;
  /** Whether a line may begin here. */
  readonly mayBegin: boolean;
  readonly piece: ShapedPiece;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Lays out text in lines. */
export class TextSetter {
  readonly #shaper: TextShaper;
  readonly #bidi: Bidi;

  constructor(shaper: TextShaper, bidi: Bidi) {
    this.#shaper = shaper;
    this.#bidi = bidi;
  }

  set(text: string, block: TextBlock): SetText {
    const units = this.#unitsOf(text, block);
    const lines = breakLines(units, block.maxWidth);
    if (lines.length > block.maxLines) return { lines: this.#cut(lines, block), isCut: true };
    return { lines: balance(units, lines, block.maxWidth).map(placeLine), isCut: false };
  }

  #unitsOf(text: string, { style, direction, maxWidth }: TextBlock): Unit[] {
    const isPlain = direction === 'ltr' && !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);
    const levels = isPlain ? undefined : this.#bidi.getEmbeddingLevels(text, direction).levels;
    return splitUnits(text, levels).flatMap(({ start, end, mayBegin }): Unit[] => {
      const level = levels?.[start] ?? 0;
      const unitOf = (part: string, begins: boolean): Unit => ({
        text: part,
        isSpace: part.trim() === '',
        level,
        mayBegin: begins,
        piece: this.#shaper.shape(part, style, level),
      });
      const whole = unitOf(text.slice(start, end), mayBegin);
      // A word that is longer than a line is broken anywhere.
      if (whole.piece.width <= maxWidth) return [whole];
      return [...graphemes.segment(whole.text)].map(({ segment, index }) => unitOf(segment, index > 0 || mayBegin));
    });
  }

  /** Returns the lines that fit; the last line is shortened until an ellipsis fits. */
  #cut(lines: readonly Unit[][], { style, direction, maxWidth, maxLines }: TextBlock): SetLine[] {
    const kept = lines.slice(0, maxLines);
    const level = direction === 'rtl' ? 1 : 0;
    const ellipsis = {
      text: '…',
      isSpace: false,
      level,
      mayBegin: false,
      piece: this.#shaper.shape('…', style, level),
    };
    const last = [...(kept.pop() ?? [])];
    while (last.length > 1 && (last.at(-1)?.isSpace === true || widthOf(last) + ellipsis.piece.width > maxWidth))
      last.pop();
    return [...kept, [...last, ellipsis]].map(placeLine);
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly mayBegin: boolean;
}

/** Scripts without spaces, in which a line may end after nearly every character (UAX 14, class ID). */
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
/** Characters that a line never begins with: closing signs, small kana, marks. */
const closing =
  /^[、。，．：；！？）」』】〕〉》”’ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ・\p{Mark}\p{Pe}\p{Pf}.,:;!?%…]$/u;
/** Characters that a line never ends with. */
const opening = /^[（「『【〔〈《“‘\p{Ps}\p{Pi}]$/u;

/** Divides text where a line may end, where its direction changes, and around spaces. */
function splitUnits(text: string, levels: Uint8Array | undefined): Span[] {
  const words = findWords(text);
  const spans: Span[] = [];
  let start = 0;
  let mayBegin = true;
  let before = '';
  let at = 0;
  for (const character of text) {
    const isSpace = character === ' ';
    const breaks = before !== '' && !isSpace && mayEndBehind(before, character) && (words?.has(at) ?? true);
    const turns = levels !== undefined && at > 0 && levels[at] !== levels[at - 1];
    if (at > start && (isSpace || before === ' ' || breaks || turns)) {
      spans.push({ start, end: at, mayBegin });
      start = at;
      mayBegin = before === ' ' || breaks;
    }
    before = character;
    at += character.length;
  }
  if (at > start) spans.push({ start, end: at, mayBegin });
  return spans;
}

/** Finds the beginnings of words in text without spaces; words shouldn't be broken. */
function findWords(text: string): ReadonlySet<number> | undefined {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return undefined;
  const words = new Intl.Segmenter('ja', { granularity: 'word' }).segment(text);
  return new Set([...words].map(({ index }) => index));
}

function mayEndBehind(before: string, next: string): boolean {
  if (before === ' ') return true;
  if (opening.test(before) || closing.test(next)) return false;
  // After a slash, because a path may be longer than a line.
  return ideograph.test(before) || ideograph.test(next) || before === '/';
}

/** Fills one line after another. A line has at least one unit, even if the line is narrower than the unit. */
function breakLines(units: readonly Unit[], maxWidth: number): Unit[][] {
  const lines: Unit[][] = [];
  let line: Unit[] = [];
  for (const group of groupUnits(units)) {
    const isFull = line.length > 0 && widthOf(trimEnd([...line, ...group])) > maxWidth;
    if (isFull && !group.every(({ isSpace }) => isSpace)) {
      lines.push(trimEnd(line));
      line = [];
    }
    if (line.length > 0 || !group.every(({ isSpace }) => isSpace)) line.push(...group);
  }
  if (line.length > 0) lines.push(trimEnd(line));
  return lines;
}

/** Groups units between which no line may end. */
function groupUnits(units: readonly Unit[]): Unit[][] {
  const groups: Unit[][] = [];
  for (const unit of units) {
    const last = groups.at(-1);
    if (last === undefined || unit.mayBegin || unit.isSpace) groups.push([unit]);
    else last.push(unit);
  }
  return groups;
}

/** Returns the narrowest layout with the same number of lines, so that the last line isn't a single word. */
function balance(units: readonly Unit[], lines: readonly Unit[][], maxWidth: number): Unit[][] {
  if (lines.length < 2) return [...lines];
  let best = [...lines];
  let [low, high] = [maxWidth / lines.length, maxWidth];
  while (high - low > 8) {
    const width = (low + high) / 2;
    const tried = breakLines(units, width);
    if (tried.length > lines.length || tried.some((line) => widthOf(line) > width)) low = width;
    else [best, high] = [tried, width];
  }
  return best;
}

function trimEnd(line: readonly Unit[]): Unit[] {
  const end = line.findLastIndex(({ isSpace }) => !isSpace);
  return line.slice(0, end + 1);
}

function widthOf(line: readonly Unit[]): number {
  return line.reduce((sum, { piece }) => sum + piece.width, 0);
}

/** Puts the units of a line in visual order (UAX 9, rule L2), and their glyphs in one row. */
function placeLine(line: readonly Unit[]): SetLine {
  const seen = [...line];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < seen.length; from++) {
      let to = from;
      while ((seen[to]?.level ?? 0) >= level) to++;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  const glyphs: PlacedGlyph[] = [];
  let width = 0;
  for (const { piece } of seen) {
    for (const glyph of piece.glyphs) glyphs.push({ ...glyph, x: width + glyph.x });
    width += piece.width;
  }
  return { width, glyphs };
}
