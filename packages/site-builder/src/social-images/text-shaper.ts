import { readFileSync } from 'node:fs';
import type * as HarfBuzz from 'harfbuzzjs';
import { fillOutline, type GlyphMask } from './fill-outline.ts';
import { FontCatalog, type FontFile, type ShippedFontName } from './font-catalog.ts';

/** How a text is set. */
export interface TextStyle {
  /** Height of the em in pixels. */
  readonly size: number;
  /** 100 … 900. */
  readonly weight: number;
  /** Space that is added behind each letter of a left-to-right alphabet, in ems. */
  readonly tracking: number;
  /** In the order in which a character is looked for. */
  readonly fonts: readonly ShippedFontName[];
}

/** Pixels from the left of its piece to a glyph's origin, and the glyph. */
export interface PlacedGlyph {
  readonly x: number;
  readonly y: number;
  readonly mask: GlyphMask;
}

/** A piece of text in one direction, its glyphs from left to right. */
export interface ShapedPiece {
  readonly width: number;
  readonly glyphs: readonly PlacedGlyph[];
}

/** The text of one file. */
interface FontRun {
  readonly file: FontFile;
  text: string;
}

const rightToLeftLevel = 1;
/** Words that are kept: some 20 MB. */
const maxPieces = 20_000;

/**
 * Turns text into glyphs with HarfBuzz. Words come back on page after page, so pieces and glyphs are kept; what is kept depends on
 * the text and the style alone.
 */
export class TextShaper {
  readonly #hb: typeof HarfBuzz;
  readonly #buffer: HarfBuzz.Buffer;
  readonly #decompress: (font: Uint8Array) => Promise<Uint8Array>;
  readonly #catalog = new FontCatalog();
  readonly #faces = new Map<FontFile, HarfBuzz.Face>();
  readonly #fonts = new Map<string, SizedFont>();
  readonly #pieces = new Map<string, ShapedPiece>();

  private constructor(hb: typeof HarfBuzz, decompress: (font: Uint8Array) => Promise<Uint8Array>) {
    this.#hb = hb;
    this.#buffer = new hb.Buffer();
    this.#decompress = decompress;
  }

  /** Loads the library, which costs as much as some twenty pages: only for a build that draws. */
  static async open(): Promise<TextShaper> {
    const [hb, { default: decompress }] = await Promise.all([import('harfbuzzjs'), import('woff2-encoder/decompress')]);
    return new TextShaper(hb, decompress);
  }

  /** Reads the font files that a text needs; `shape` knows only these. Answers the characters that no font has. */
  async prepare(text: string, fonts: readonly ShippedFontName[]): Promise<string[]> {
    const missing = new Set<string>();
    for (const character of text) {
      const file = this.#catalog.find(character.codePointAt(0) ?? 0, fonts);
      if (file === undefined) missing.add(character);
      else if (!this.#faces.has(file)) {
        const font = await this.#decompress(readFileSync(file));
        this.#faces.set(file, new this.#hb.Face(new this.#hb.Blob(font)));
      }
    }
    return [...missing];
  }

  /** `level`: the piece's embedding level (UAX 9); odd ones run from right to left. */
  shape(text: string, style: TextStyle, level: number): ShapedPiece {
    const direction = level % 2;
    const key = `${style.size} ${style.weight} ${style.tracking} ${style.fonts.join()} ${direction} ${text}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const runs = this.#runsOf(text, style.fonts);
    if (direction === rightToLeftLevel) runs.reverse();
    const glyphs: PlacedGlyph[] = [];
    let width = 0;
    for (const run of runs) width = this.#shapeRun(run, style, { direction, width, glyphs });
    const piece = { width, glyphs };
    if (this.#pieces.size >= maxPieces) this.#pieces.clear();
    this.#pieces.set(key, piece);
    return piece;
  }

  #shapeRun(
    { file, text }: FontRun,
    style: TextStyle,
    to: { readonly direction: number; width: number; readonly glyphs: PlacedGlyph[] },
  ): number {
    const hb = this.#hb;
    const font = this.#fontOf(file, style);
    const buffer = this.#buffer;
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(to.direction === rightToLeftLevel ? hb.Direction.RTL : hb.Direction.LTR);
    hb.shape(font.shaped, buffer);
    const tracking = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]+$/u.test(text)
      ? style.tracking * style.size
      : 0;
    const infos = buffer.getGlyphInfos();
    let { width } = to;
    for (const [index, position] of buffer.getGlyphPositions().entries()) {
      const mask = font.mask(infos[index]?.codepoint ?? 0);
      const x = width + position.xOffset * font.scale;
      if (mask.width > 0) to.glyphs.push({ x, y: -position.yOffset * font.scale, mask });
      width += position.xAdvance * font.scale + (position.xAdvance > 0 ? tracking : 0);
    }
    return width;
  }

  /** Marks stay with the letter that they belong to, where its font has them. */
  #runsOf(text: string, fonts: readonly ShippedFontName[]): FontRun[] {
    const runs: FontRun[] = [];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const last = runs.at(-1);
      const face = last === undefined ? undefined : this.#faces.get(last.file);
      const own = this.#catalog.find(codePoint, fonts);
      const joins = /^[\p{Mark}\u200c\u200d]$/u.test(character) && face !== undefined;
      const file = joins && face.collectUnicodes().includes(codePoint) ? last?.file : own;
      if (file === undefined || !this.#faces.has(file)) continue;
      if (last?.file === file) last.text += character;
      else runs.push({ file, text: character });
    }
    return runs;
  }

  #fontOf(file: FontFile, { size, weight }: TextStyle): SizedFont {
    const key = `${size} ${weight} ${file}`;
    const known = this.#fonts.get(key);
    if (known !== undefined) return known;
    const face = this.#faces.get(file);
    if (face === undefined) throw new Error(`the font file ${file} was not prepared`);
    const font = new SizedFont(this.#hb, face, { size, weight });
    this.#fonts.set(key, font);
    return font;
  }
}

/** One font file at one size and weight, with the glyphs that were drawn of it. */
class SizedFont {
  readonly shaped: HarfBuzz.Font;
  /** Pixels per unit of the font. */
  readonly scale: number;
  readonly #hb: typeof HarfBuzz;
  readonly #masks = new Map<number, GlyphMask>();

  constructor(hb: typeof HarfBuzz, face: HarfBuzz.Face, { size, weight }: Pick<TextStyle, 'size' | 'weight'>) {
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

  /** Curves as straight pieces, short enough that no corner is seen. */
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
    draw.setCubicToFunc((ax, ay, bx, by, toX, toY) => {
      const [fromX, fromY] = [x, y];
      curveTo((t) => [cubic([fromX, ax, bx, toX], t), cubic([fromY, ay, by, toY], t)]);
    });
    draw.setClosePathFunc(() => lineTo(startX, startY));
    this.shaped.drawGlyph(glyph, draw);
    return segments;
  }
}

const curveSteps = 8;

function quadratic(from: number, control: number, to: number, t: number): number {
  return (1 - t) ** 2 * from + 2 * (1 - t) * t * control + t ** 2 * to;
}

function cubic([from, a, b, to]: readonly [number, number, number, number], t: number): number {
  return (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3 * to;
}
