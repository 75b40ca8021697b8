import { mix, type Rgb } from './rgb.ts';
import { coverageLevels } from './fill-outline.ts';

/** For each color of the palette and each step of coverage: the index of the resulting color. */
export type Ink = Uint8Array;

/** Number of steps of coverage that an `Ink` has for one color. */
export const inkSteps = coverageLevels + 1;

/** Returns colors between a background and an ink, with the ink itself last, for the edges of letters. */
export function rampOf(ink: Rgb, ground: Rgb): Rgb[] {
  return Array.from({ length: coverageLevels }, (_, step) => mix(ink, ground, (step + 1) / coverageLevels));
}

export function mixInk(ink: Rgb, palette: readonly Rgb[]): Ink {
  const find = createColorFinder(palette);
  const mixed = new Uint8Array(palette.length * inkSteps);
  for (const [index, under] of palette.entries()) {
    mixed[index * inkSteps] = index;
    for (let step = 1; step < inkSteps; step++)
      mixed[index * inkSteps + step] = find(mix(ink, under, step / coverageLevels));
  }
  return mixed;
}

/** Finds the index of the nearest color of a palette, by distance in red, green and blue. */
export function createColorFinder(palette: readonly Rgb[]): (color: Rgb) => number {
  const parts = new Float64Array(palette.flatMap(({ red, green, blue }) => [red, green, blue]));
  const known = new Map<number, number>();
  return ({ red, green, blue }) => {
    const key = (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
    const before = known.get(key);
    if (before !== undefined) return before;
    let best = 0;
    let least = Infinity;
    for (let index = 0; index < palette.length; index++) {
      const [r = 0, g = 0, b = 0] = [parts[index * 3], parts[index * 3 + 1], parts[index * 3 + 2]];
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    known.set(key, best);
    return best;
  };
}
