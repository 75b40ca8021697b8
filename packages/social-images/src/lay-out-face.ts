import { margin } from './draw-backdrop.ts';
import type { ShippedFontName } from './font-catalog.ts';
import { pictureHeight, pictureWidth } from './picture-size.ts';
import type { SetLine, SetText, TextBlock, TextSetter } from './set-text.ts';
import type { SocialFace } from './social-face.ts';

/** A line of text at its position in the image. */
export interface PlacedLine {
  readonly line: SetLine;
  readonly x: number;
  readonly baseline: number;
  readonly ink: 'ink' | 'muted' | 'accent';
}

/** Baseline of the last line. */
const lowest = pictureHeight - margin - 4;
/** Maximum length of a title. Text can exceed its space; the part that can't fit anyway is skipped. */
const maxTitleChars = 240;
const maxDescriptionChars = 400;
/** Scripts with large glyphs need more leading; the others are set tightly at large sizes. */
const airyScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

interface TextKind {
  readonly sizes: readonly number[];
  readonly weight: number;
  readonly tracking: number;
  readonly maxLines: number;
  readonly leading: number;
  readonly gapBelow: number;
  readonly ink: PlacedLine['ink'];
}

const eyebrowKind: TextKind = {
  sizes: [28],
  weight: 600,
  tracking: 0,
  maxLines: 1,
  leading: 1.3,
  gapBelow: 26,
  ink: 'accent',
};
/** A short title is set large; a long title is set smaller, and truncated if it doesn't fit at the smallest size. */
const titleKind: TextKind = {
  sizes: [80, 68, 56],
  weight: 700,
  tracking: -0.025,
  maxLines: 3,
  leading: 1.12,
  gapBelow: 36,
  ink: 'ink',
};
const descriptionKind: TextKind = {
  sizes: [31],
  weight: 400,
  tracking: -0.005,
  maxLines: 2,
  leading: 1.4,
  gapBelow: 0,
  ink: 'muted',
};

/** Lays out the eyebrow, title and description, stacked from the bottom up. */
export function layOutFace(setter: TextSetter, face: SocialFace, fonts: readonly ShippedFontName[]): PlacedLine[] {
  const { direction } = face;
  const placed: PlacedLine[] = [];
  let baseline = lowest;
  const stack = (text: string, kind: TextKind): void => {
    if (text === '') return;
    const { set, size } = fit(setter, text, { kind, direction, fonts });
    const leading = size * (airyScripts.test(text) ? Math.max(1.34, kind.leading) : kind.leading);
    if (placed.length > 0) baseline -= kind.gapBelow;
    for (const line of set.lines.toReversed()) {
      const x = direction === 'ltr' ? margin : pictureWidth - margin - line.width;
      placed.push({ line, x, baseline, ink: kind.ink });
      baseline -= leading;
    }
    // The text above needs only the height of the letters, not of the whole line.
    baseline += leading - size;
  };
  stack(face.description.slice(0, maxDescriptionChars), descriptionKind);
  stack(face.title.slice(0, maxTitleChars), titleKind);
  stack(face.eyebrow, eyebrowKind);
  return placed;
}

interface FitRequest {
  readonly kind: TextKind;
  readonly direction: 'ltr' | 'rtl';
  readonly fonts: readonly ShippedFontName[];
}

/**
 * Sets text at the largest size at which it needs at most two lines, or at the smallest with its maximum number of
 * lines.
 */
function fit(setter: TextSetter, text: string, { kind, direction, fonts }: FitRequest): { set: SetText; size: number } {
  const blockOf = (size: number, maxLines: number): TextBlock => ({
    style: { size, weight: kind.weight, tracking: kind.tracking, fonts },
    direction,
    maxWidth: pictureWidth - 2 * margin,
    maxLines,
  });
  const smallest = kind.sizes.at(-1) ?? 0;
  for (const size of kind.sizes.slice(0, -1)) {
    const set = setter.set(text, blockOf(size, 2));
    if (!set.isCut) return { set, size };
  }
  return { set: setter.set(text, blockOf(smallest, kind.maxLines)), size: smallest };
}

export interface NameRequest {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly fonts: readonly ShippedFontName[];
  /** Width of the logo before the name. */
  readonly indent: number;
}

/** Lays out the site's name, which replaces its logo or appears next to a logo that is only an icon. */
export function layOutName(setter: TextSetter, { name, direction, fonts, indent }: NameRequest): PlacedLine[] {
  const style = { size: 36, weight: 600, tracking: -0.01, fonts };
  const { lines } = setter.set(name.slice(0, maxTitleChars), { style, direction, maxWidth: 720, maxLines: 1 });
  const begin = margin + indent;
  return lines.map((line) => ({
    line,
    x: direction === 'ltr' ? begin : pictureWidth - begin - line.width,
    baseline: margin + 33,
    ink: 'ink',
  }));
}
