import { readFileSync } from 'node:fs';
import type * as HarfBuzz from 'harfbuzzjs';
import type { GlyphMask } from './fill-outline.ts';
import { FontCatalog, type FontFile, type ShippedFontName } from './font-catalog.ts';
import { SizedFont, type FontSize } from './sized-font.ts';

/** The style of text. */
export interface TextStyle extends FontSize {
  /** Space added after each letter of a left-to-right alphabet, in ems. */
  readonly tracking: number;
  /** Fonts in order of preference: a character is drawn with the first font that contains it. */
  readonly fonts: readonly ShippedFontName[];
}

/** A glyph, and the position of its origin in the piece, in pixels. */
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

/** A run of text that uses one font file. */
interface FontRun {
  readonly file: FontFile;
  text: string;
}

const rightToLeftLevel = 1;
/** Maximum number of cached words: about 20 MB. */
const maxPieces = 20_000;

/**
 * Turns text into glyphs with HarfBuzz. Words recur on many pages, so pieces and glyphs are cached; they depend only
 * on the text and the style.
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

  /** Loads the library. This takes as long as drawing about twenty pages, so only builds that draw images call it. */
  static async open(): Promise<TextShaper> {
    const [hb, { default: decompress }] = await Promise.all([import('harfbuzzjs'), import('woff2-encoder/decompress')]);
    return new TextShaper(hb, decompress);
  }

  /** Reads the font files that a text needs; `shape` uses only these. Returns the characters that no font has. */
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

  /** @param level the piece's embedding level (UAX 9); odd levels run from right to left */
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

  /** Splits text by font file. A combining mark uses the font of its base letter if that font contains the mark. */
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

  #fontOf(file: FontFile, { size, weight }: FontSize): SizedFont {
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
