import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The available fonts, each split into many small files by character range. */
const shippedFonts = {
  inter: 'inter',
  geist: 'geist',
  'geist-mono': 'geist-mono',
  arabic: 'noto-sans-arabic',
  hebrew: 'noto-sans-hebrew',
  devanagari: 'noto-sans-devanagari',
  chinese: 'noto-sans-sc',
  japanese: 'noto-sans-jp',
  korean: 'noto-sans-kr',
} as const;

export type ShippedFontName = keyof typeof shippedFonts;

/** Path of one of our font files. */
export type FontFile = string;

interface FontRange {
  readonly first: number;
  readonly last: number;
  readonly file: FontFile;
}

/** Finds the font and file for a character. A font's ranges are read when the first character needs them. */
export class FontCatalog {
  readonly #ranges = new Map<ShippedFontName, readonly FontRange[]>();
  readonly #found = new Map<string, FontFile | undefined>();

  /** Finds the file of the first font that has the character. */
  find(codePoint: number, fonts: readonly ShippedFontName[]): FontFile | undefined {
    const key = `${codePoint} ${fonts.join(' ')}`;
    if (this.#found.has(key)) return this.#found.get(key);
    let file: FontFile | undefined;
    for (const font of fonts) {
      file ??= this.#rangesOf(font).find(({ first, last }) => codePoint >= first && codePoint <= last)?.file;
    }
    this.#found.set(key, file);
    return file;
  }

  #rangesOf(font: ShippedFontName): readonly FontRange[] {
    const known = this.#ranges.get(font);
    if (known !== undefined) return known;
    const ranges = readRanges(font);
    this.#ranges.set(font, ranges);
    return ranges;
  }
}

/**
 * Returns the fonts for a page's text: the site's own first, then fonts for other scripts. Chinese, Japanese and Korean
 * share characters but draw them differently, so the page's language determines their order.
 */
export function fontsFor(base: ShippedFontName, language: string): readonly ShippedFontName[] {
  const own = ({ ja: 'japanese', ko: 'korean' } as const)[language.split('-')[0] ?? ''] ?? 'chinese';
  const all = [base, 'inter', 'arabic', 'hebrew', 'devanagari', own, 'japanese', 'chinese', 'korean'] as const;
  return [...new Set<ShippedFontName>(all)];
}

function readRanges(font: ShippedFontName): FontRange[] {
  const name = shippedFonts[font];
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`));
  const subsets = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(subsets).flatMap(([subset, ranges]) => {
    const file = join(folder, 'files', `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    return ranges.split(',').map((range) => {
      const [first = '', last = first] = range.replace(/^U\+/, '').split('-');
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), file };
    });
  });
}
