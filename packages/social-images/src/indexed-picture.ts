import { inkSteps, type Ink } from './mix-inks.ts';
import type { GlyphMask } from './fill-outline.ts';
import { pictureHeight, pictureWidth, rowBytes } from './picture-size.ts';

/** The rows that were drawn on, from `from` up to but not including `to`. */
export interface DrawnRows {
  readonly from: number;
  readonly to: number;
}

/**
 * An image of at most 256 colors that starts as the backdrop and is drawn on for one page at a time: returning to the
 * backdrop restores only the modified rows.
 */
export class IndexedPicture {
  /** The rows in PNG's format. */
  readonly rows: Uint8Array;
  readonly #backdrop: Uint8Array;
  #from = pictureHeight;
  #to = 0;

  constructor(backdrop: Uint8Array) {
    this.#backdrop = backdrop;
    this.rows = Uint8Array.from(backdrop);
  }

  get drawn(): DrawnRows {
    return { from: Math.min(this.#from, this.#to), to: this.#to };
  }

  clear(): void {
    const { from, to } = this.drawn;
    this.rows.set(this.#backdrop.subarray(from * rowBytes, to * rowBytes), from * rowBytes);
    this.#from = pictureHeight;
    this.#to = 0;
  }

  /** Draws a glyph's mask with its origin at a point; parts outside the image are clipped. */
  draw(mask: GlyphMask, { x, y }: { readonly x: number; readonly y: number }, ink: Ink): void {
    const { rows } = this;
    const { coverage, width, height } = mask;
    const left = x + mask.left;
    const top = y + mask.top;
    const [firstColumn, lastColumn] = [Math.max(0, -left), Math.min(width, pictureWidth - left)];
    const [firstRow, lastRow] = [Math.max(0, -top), Math.min(height, pictureHeight - top)];
    if (firstColumn >= lastColumn || firstRow >= lastRow) return;
    this.#from = Math.min(this.#from, top + firstRow);
    this.#to = Math.max(this.#to, top + lastRow);
    for (let row = firstRow; row < lastRow; row++) {
      const target = (top + row) * rowBytes + 1 + left;
      for (let column = firstColumn; column < lastColumn; column++) {
        const covered = coverage[row * width + column] ?? 0;
        if (covered > 0) rows[target + column] = ink[(rows[target + column] ?? 0) * inkSteps + covered] ?? 0;
      }
    }
  }
}
