import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Html } from '../../markup/html.ts';
import { collectGlyphs } from './collect-glyphs.ts';
import { FontSubsetter } from './subset-font.ts';
import { writeWoff } from './write-woff.ts';

/**
 * The fonts of a page's formulas, reduced to the characters shown and embedded in the page. Otherwise, the page would
 * fetch up to ten fonts, and formulas would first appear in another font. The style sheet also refers to the complete
 * fonts, for characters that a script adds later.
 */
export class PageFonts {
  readonly #folder: string;
  readonly #shipped: ReadonlySet<string>;
  readonly #faces = new Map<string, string>();
  #subsetter: FontSubsetter | undefined;

  /** `shipped`: names of the fonts in the folder, such as `Main-Regular`. */
  constructor(folder: string, shipped: ReadonlySet<string>) {
    this.#folder = folder;
    this.#shipped = shipped;
  }

  /** `@font-face` rules; `''` for a page without formulas. */
  write(content: Html): string {
    const glyphs = [...collectGlyphs(content)].sort(([a], [b]) => (a < b ? -1 : 1));
    return glyphs.map(([font, characters]) => this.#face(font, [...characters].sort())).join('');
  }

  #face(wanted: string, characters: readonly string[]): string {
    const font = this.#find(wanted);
    if (font === undefined || characters.length === 0) return '';
    const key = `${font} ${characters.join('')}`;
    const known = this.#faces.get(key) ?? this.#make(font, characters);
    this.#faces.set(key, known);
    return known;
  }

  /** Finds a font. A family without the requested weight or slope uses its regular font. */
  #find(font: string): string | undefined {
    const regular = font.replace(/-\w+$/, '-Regular');
    return [font, regular].find((name) => this.#shipped.has(name));
  }

  #make(font: string, characters: readonly string[]): string {
    this.#subsetter ??= new FontSubsetter();
    const cut = this.#subsetter.subset(readFileSync(join(this.#folder, `KaTeX_${font}.ttf`)), characters);
    if (cut === undefined) return '';
    const [family = '', style = ''] = font.split('-');
    const weight = style.startsWith('Bold') ? 'font-weight:700;' : '';
    const slope = style.endsWith('Italic') ? 'font-style:italic;' : '';
    const data = Buffer.from(writeWoff(cut)).toString('base64');
    const range = characters.map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join();
    return `@font-face{font-family:KaTeX_${family};${weight}${slope}src:url(data:font/woff;base64,${data}) format("woff");unicode-range:${range}}`;
  }
}
