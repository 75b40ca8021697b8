/** Colors by the formulas of WCAG 2.2 (w3.org/TR/WCAG22, relative luminance and contrast ratio). */

export interface Rgb {
  /** Each channel is from 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const WHITE: Rgb = { red: 255, green: 255, blue: 255 };
const BLACK: Rgb = { red: 0, green: 0, blue: 0 };

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa` (ignoring the alpha value); returns `undefined` for anything else. */
export function parseHex(text: string): Rgb | undefined {
  const match = /^#?([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim());
  if (!match?.[1]) return undefined;
  const hex = match[1].length === 3 ? match[1].replace(/./g, '$&$&') : match[1];
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return { red: at(0), green: at(2), blue: at(4) };
}

export function toHex({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the relative luminance, from 0 (black) to 1 (white). */
export function luminance({ red, green, blue }: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes `share` of `over` with `under`. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (a: number, b: number): number => a * share + b * (1 - share);
  return { red: part(over.red, under.red), green: part(over.green, under.green), blue: part(over.blue, under.blue) };
}

/**
 * Returns the color most similar to `color` that reaches `ratio` on `ground`: darkened on a light background and
 * lightened on a dark one, as little as necessary. If the ratio can't be reached, the result is black or white.
 */
export function reachContrast(color: Rgb, ground: Rgb, ratio: number): Rgb {
  const end = contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE;
  // In steps of 2%: finer steps are invisible. Rounded as in the output; otherwise, later rounding could undo the last
  // step.
  for (let share = 0; share < 1; share += 0.02) {
    const tried = roundColor(mix(end, color, share));
    if (contrast(tried, ground) >= ratio) return tried;
  }
  return end;
}

/** Returns black or white: the color that is easier to read on `ground`. */
export function readableOn(ground: Rgb): Rgb {
  return contrast(WHITE, ground) >= 4.5 || contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK;
}

function roundColor({ red, green, blue }: Rgb): Rgb {
  return { red: Math.round(red), green: Math.round(green), blue: Math.round(blue) };
}
