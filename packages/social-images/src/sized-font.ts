import type * as HarfBuzz from 'harfbuzzjs';
import { fillOutline, type GlyphMask } from './fill-outline.ts';

export interface FontSize {
  /** Height of the em in pixels. */
  readonly size: number;
  /** The weight, from 100 to 900. */
  readonly weight: number;
}

/** Number of line segments per curve; at the largest size, segments are at most a few pixels long. */
const curveSteps = 8;

/** A font file at one size and weight, with the glyphs drawn so far. */
export class SizedFont {
  readonly shaped: HarfBuzz.Font;
  /** Pixels per unit of the font. */
  readonly scale: number;
  readonly #hb: typeof HarfBuzz;
  readonly #masks = new Map<number, GlyphMask>();

  constructor(hb: typeof HarfBuzz, face: HarfBuzz.Face, { size, weight }: FontSize) {
    this.#hb = hb;
    this.shaped = new hb.Font(face);
    this.shaped.setVariations([new hb.Variation('wght', weight)]);
    this.scale = size / face.upem;
  }

  mask(glyph: number): GlyphMask {
    const known = this.#masks.get(glyph);
    if (known !== undefined) return known;
    const mask = fillOutline(this.#outlineOf(glyph));
    this.#masks.set(glyph, mask);
    return mask;
  }

  /** Returns the outline with its curves as line segments, short enough that no corner is visible. */
  #outlineOf(glyph: number): number[] {
    const { scale } = this;
    const segments: number[] = [];
    let [startX, startY, x, y] = [0, 0, 0, 0];
    const lineTo = (toX: number, toY: number): void => {
      segments.push(x * scale, -y * scale, toX * scale, -toY * scale);
      [x, y] = [toX, toY];
    };
    const curveTo = (point: (share: number) => [number, number]): void => {
      for (let step = 1; step <= curveSteps; step++) lineTo(...point(step / curveSteps));
    };
    const draw = new this.#hb.DrawFuncs();
    draw.setMoveToFunc((toX, toY) => {
      [startX, startY, x, y] = [toX, toY, toX, toY];
    });
    draw.setLineToFunc(lineTo);
    draw.setQuadraticToFunc((cx, cy, toX, toY) => {
      const [fromX, fromY] = [x, y];
      curveTo((t) => [quadratic(fromX, cx, toX, t), quadratic(fromY, cy, toY, t)]);
    });
    draw.setCubicToFunc((...points) => {
      const [ax, ay, bx, by, toX, toY] = points;
      const [fromX, fromY] = [x, y];
      curveTo((t) => [cubic([fromX, ax, bx, toX], t), cubic([fromY, ay, by, toY], t)]);
    });
    draw.setClosePathFunc(() => lineTo(startX, startY));
    this.shaped.drawGlyph(glyph, draw);
    return segments;
  }
}

function quadratic(from: number, control: number, to: number, t: number): number {
  return (1 - t) ** 2 * from + 2 * (1 - t) * t * control + t ** 2 * to;
}

function cubic([from, a, b, to]: readonly [number, number, number, number], t: number): number {
  return (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3 * to;
}
