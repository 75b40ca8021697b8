import type { Rgb } from './rgb.ts';

/** An image's pixels, each as red, green, blue and an unused fourth byte. */
export type Pixels = Uint8Array;

interface CountedColor {
  readonly color: number;
  readonly count: number;
}

/**
 * Returns at most `limit` colors for an image: its own colors if they are few enough, otherwise the means of boxes
 * obtained by repeatedly halving the widest box (Heckbert's median cut).
 */
export function choosePalette(pixels: Pixels, limit: number): Rgb[] {
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < pixels.length; at += 4) {
    const color = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].map(([color, count]): CountedColor => ({ color, count }));
  const boxes = [toBox(colors)];
  while (boxes.length < limit) {
    const widest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best));
    if (widest.weight === 0) break;
    boxes.splice(boxes.indexOf(widest), 1, ...halve(widest));
  }
  return boxes.map(({ colors: own }) => meanOf(own));
}

/** Colors that will be merged, with the channel in which they differ most. */
interface Box {
  readonly colors: readonly CountedColor[];
  readonly shift: 0 | 8 | 16;
  /** The loss if they are merged; 0 for a single color. */
  readonly weight: number;
}

function toBox(colors: readonly CountedColor[]): Box {
  let best: Pick<Box, 'shift' | 'weight'> = { shift: 0, weight: 0 };
  const count = colors.reduce((sum, each) => sum + each.count, 0);
  for (const shift of [0, 8, 16] as const) {
    let [low, high] = [255, 0];
    for (const { color } of colors) {
      const part = (color >> shift) & 255;
      if (part < low) low = part;
      if (part > high) high = part;
    }
    // Roughly balances the few pixels of a logo and the many pixels of a sky.
    const weight = colors.length > 1 ? (high - low) * Math.sqrt(count) : 0;
    if (weight > best.weight) best = { shift, weight };
  }
  return { colors, ...best };
}

function halve({ colors, shift }: Box): [Box, Box] {
  const sorted = colors.toSorted(
    (a, b) => ((a.color >> shift) & 255) - ((b.color >> shift) & 255) || a.color - b.color,
  );
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  const middle = sorted.findIndex(({ count }) => (seen += count) >= half);
  const cut = Math.min(sorted.length - 1, Math.max(1, middle));
  return [toBox(sorted.slice(0, cut)), toBox(sorted.slice(cut))];
}

function meanOf(colors: readonly CountedColor[]): Rgb {
  const total = colors.reduce((sum, { count }) => sum + count, 0) || 1;
  const mean = (shift: number): number =>
    Math.round(colors.reduce((sum, { color, count }) => sum + ((color >> shift) & 255) * count, 0) / total);
  return { red: mean(16), green: mean(8), blue: mean(0) };
}
