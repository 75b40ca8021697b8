import type { Bidi } from 'bidi-js';
import type { Pixels } from './choose-palette.ts';
import { drawBackdrop, logoSize, type DrawableImage } from './draw-backdrop.ts';
import { fontsFor } from './font-catalog.ts';
import { layOutFace, layOutName, type PlacedLine } from './lay-out-face.ts';
import { readDrawable, type ReadSize } from './read-drawable.ts';
import type { Rgb } from './rgb.ts';
import { TextSetter } from './set-text.ts';
import { meanColor, SocialSheet } from './social-sheet.ts';
import type { SocialFace } from './social-face.ts';
import type { Inks, SocialLook } from './social-look.ts';
import { TextShaper } from './text-shaper.ts';

export interface StudioOptions {
  readonly look: SocialLook;
  readonly read: (path: string) => Uint8Array | undefined;
  readonly readSize: ReadSize;
  /** Returns text colors that are readable on the given background. */
  readonly inksOn: (behind: Rgb) => Inks;
  /** Whether white is easier to read on a color than black. */
  readonly isDark: (color: Rgb) => boolean;
  readonly configFile: string;
  readonly report: (fault: DrawingFault) => void;
}

/** Something omitted from an image. */
export interface DrawingFault {
  /** The page, or the configuration. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** A nearly square logo is an icon, so the site's name is added. */
const signRatio = 1.6;

/** Draws the images of one site, with its fonts, its backdrops and cached glyphs. */
export class SocialStudio {
  readonly #options: StudioOptions;
  readonly #shaper: TextShaper;
  readonly #setter: TextSetter;
  readonly #background: DrawableImage | undefined;
  readonly #logos: Readonly<Record<'light' | 'dark', DrawableImage | undefined>>;
  readonly #sheets = new Map<'ltr' | 'rtl', Promise<SocialSheet>>();

  private constructor(options: StudioOptions, shaper: TextShaper, setter: TextSetter) {
    this.#options = options;
    this.#shaper = shaper;
    this.#setter = setter;
    const { look } = options;
    this.#background = this.#readImage(look.background, 'background');
    const light = look.appearance === 'dark' ? undefined : this.#readImage(look.logo.light, 'logo');
    const isOther = look.appearance !== 'light' && look.logo.dark !== look.logo.light;
    this.#logos = { light, dark: isOther ? this.#readImage(look.logo.dark, 'logo') : light };
    if (look.missingFont !== undefined)
      this.#report(
        options.configFile,
        `The font "${look.missingFont}" isn't available for preview images; Inter is used instead.`,
        'Set thumbnails.fonts.family to Inter, Geist or Geist Mono.',
      );
  }

  static async open(options: StudioOptions): Promise<SocialStudio> {
    const [shaper, bidi] = await Promise.all([TextShaper.open(), import('bidi-js')]);
    // The library's types are written for `require`.
    const createBidi = bidi.default as unknown as () => Bidi;
    return new SocialStudio(options, shaper, new TextSetter(shaper, createBidi()));
  }

  /** Draws a PNG; the same face produces the same bytes. Parts that can't be drawn are left out and reported. */
  async draw(face: SocialFace, report: (fault: DrawingFault) => void): Promise<Uint8Array> {
    const sheet = await this.#sheetFor(face.direction);
    return sheet.draw(await this.#layOut(face, report));
  }

  /** Lays out the text of an image. Text that can't be typeset is omitted. */
  async #layOut(face: SocialFace, report: (fault: DrawingFault) => void): Promise<readonly PlacedLine[]> {
    const fonts = fontsFor(this.#options.look.font, face.language);
    const texts = `${face.eyebrow}${face.title}${face.description}…`;
    try {
      const missing = await this.#shaper.prepare(texts, fonts);
      const readable = missing.filter((character) => /[\p{Letter}\p{Number}]/u.test(character));
      if (readable.length > 0)
        report(
          toFault(
            face.sourcePath,
            `No font for preview images has "${readable.slice(0, 8).join('')}"; the page's image is drawn without this text.`,
            ownImageFix,
          ),
        );
      return layOutFace(this.#setter, face, fonts);
    } catch (error) {
      report(toFault(face.sourcePath, `The page's preview image has no text: ${messageOf(error)}`, ownImageFix));
      return [];
    }
  }

  #sheetFor(direction: 'ltr' | 'rtl'): Promise<SocialSheet> {
    const known = this.#sheets.get(direction);
    if (known !== undefined) return known;
    const sheet = this.#openSheet(direction);
    this.#sheets.set(direction, sheet);
    return sheet;
  }

  async #openSheet(direction: 'ltr' | 'rtl'): Promise<SocialSheet> {
    const { look, configFile } = this.#options;
    const fonts = fontsFor(look.font, '');
    await this.#shaper.prepare(look.siteName, fonts);
    const layOutNameNextTo = (logo: DrawableImage | undefined): readonly PlacedLine[] => {
      const { width, height } = logo === undefined ? { width: 0, height: 1 } : logoSize(logo);
      if (width > height * signRatio) return [];
      const indent = logo === undefined ? 0 : width + 20;
      return layOutName(this.#setter, { name: look.siteName, direction, fonts, indent });
    };
    try {
      const logo = await this.#chooseLogo();
      const pixels = await drawBackdrop({ look, direction, logo, background: this.#background });
      return this.#openOn(pixels, layOutNameNextTo(logo));
    } catch (error) {
      this.#report(
        configFile,
        `The logo or the background of preview images could not be drawn: ${messageOf(error)}`,
        'Save the images again, as PNG.',
      );
      const pixels = await drawBackdrop({ look, direction, logo: undefined, background: undefined });
      return this.#openOn(pixels, layOutNameNextTo(undefined));
    }
  }

  #openOn(pixels: Pixels, fixed: readonly PlacedLine[]): SocialSheet {
    return new SocialSheet(pixels, this.#options.inksOn(meanColor(pixels)), fixed);
  }

  /** Returns the logo that is visible on its background. */
  async #chooseLogo(): Promise<DrawableImage | undefined> {
    const { look } = this.#options;
    if (look.appearance !== 'auto') return this.#logos[look.appearance];
    if (this.#logos.light === this.#logos.dark) return this.#logos.light;
    const bare = await drawBackdrop({ look, direction: 'ltr', logo: undefined, background: this.#background });
    return this.#logos[this.#options.isDark(meanColor(bare)) ? 'dark' : 'light'];
  }

  #readImage(path: string | undefined, what: 'logo' | 'background'): DrawableImage | undefined {
    if (path === undefined) return undefined;
    const image = readDrawable(this.#options.read(path), this.#options.readSize);
    if (typeof image !== 'string') return image;
    this.#report(
      this.#options.configFile,
      `Preview images are drawn without the ${what} "${path}": it ${image}.`,
      what === 'logo' ? 'Provide the logo as PNG or as a plain SVG.' : 'Provide the background as PNG or JPEG.',
    );
    return undefined;
  }

  #report(path: string, message: string, fix: string): void {
    this.#options.report(toFault(path, message, fix));
  }
}

const ownImageFix = 'Set an image for the page as og:image.';

function toFault(path: string, message: string, fix: string): DrawingFault {
  return { path, message, fix };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
