import type { Rgb } from './rgb.ts';
import { choosePalette, type Pixels } from './choose-palette.ts';
import { margin } from './draw-backdrop.ts';
import { coverageLevels } from './fill-outline.ts';
import { IndexedPicture } from './indexed-picture.ts';
import type { PlacedLine } from './lay-out-face.ts';
import { createColorFinder, mixInk, rampOf, type Ink } from './mix-inks.ts';
import { pictureHeight, pictureWidth, rowBytes } from './picture-size.ts';
import { PngEncoder } from './png-encoder.ts';
import type { Inks } from './social-look.ts';

type InkName = PlacedLine['ink'];
const inkNames: readonly InkName[] = ['ink', 'muted', 'accent'];
/** A PNG palette has 256 colors; some are reserved for the edges of letters. */
const backdropColors = 256 - inkNames.length * coverageLevels;

/** A backdrop that is reused for one page after another. */
export class SocialSheet {
  readonly #picture: IndexedPicture;
  readonly #encoder: PngEncoder;
  readonly #inks: Readonly<Record<InkName, Ink>>;

  /** @param fixed lines that appear on every image */
  constructor(pixels: Pixels, colors: Inks, fixed: readonly PlacedLine[]) {
    const palette = [
      ...choosePalette(pixels, backdropColors),
      ...inkNames.flatMap((name) => rampOf(colors[name], colors.ground)),
    ];
    const ink = (name: InkName): Ink => mixInk(colors[name], palette);
    this.#inks = { ink: ink('ink'), muted: ink('muted'), accent: ink('accent') };
    const blank = new IndexedPicture(toRows(pixels, palette));
    this.#drawLines(blank, fixed);
    this.#picture = new IndexedPicture(blank.rows);
    this.#encoder = new PngEncoder(blank.rows, palette);
  }

  draw(lines: readonly PlacedLine[]): Uint8Array {
    this.#picture.clear();
    this.#drawLines(this.#picture, lines);
    return this.#encoder.encode(this.#picture);
  }

  #drawLines(picture: IndexedPicture, lines: readonly PlacedLine[]): void {
    for (const { line, x, baseline, ink } of lines) {
      for (const glyph of line.glyphs)
        picture.draw(glyph.mask, { x: Math.round(x + glyph.x), y: Math.round(baseline + glyph.y) }, this.#inks[ink]);
    }
  }
}

/** Returns the mean color of the text's background. */
export function meanColor(pixels: Pixels): Rgb {
  const sum = { red: 0, green: 0, blue: 0 };
  let count = 0;
  for (let y = Math.round(pictureHeight / 3); y < pictureHeight - margin; y += 5) {
    for (let x = margin; x < pictureWidth - margin; x += 5) {
      const at = (y * pictureWidth + x) * 4;
      sum.red += pixels[at] ?? 0;
      sum.green += pixels[at + 1] ?? 0;
      sum.blue += pixels[at + 2] ?? 0;
      count++;
    }
  }
  return { red: sum.red / count, green: sum.green / count, blue: sum.blue / count };
}

function toRows(pixels: Pixels, palette: readonly Rgb[]): Uint8Array {
  const find = createColorFinder(palette);
  const rows = new Uint8Array(rowBytes * pictureHeight);
  for (let y = 0; y < pictureHeight; y++) {
    for (let x = 0; x < pictureWidth; x++) {
      const at = (y * pictureWidth + x) * 4;
      const color = { red: pixels[at] ?? 0, green: pixels[at + 1] ?? 0, blue: pixels[at + 2] ?? 0 };
      rows[y * rowBytes + 1 + x] = find(color);
    }
  }
  return rows;
}
