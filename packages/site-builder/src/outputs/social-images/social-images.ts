import type { DrawingFault, SocialLook, SocialStudio } from '@docwright/social-images';
import type { SiteConfig, NavigationView } from '../../site/index.ts';
import { readImageSize } from '../../source/image-size/read-image-size.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { Issue } from '../../issues/issue.ts';
import type { RenderedPage } from '../../page/index.ts';
import { findOwnImage, namedLooks } from '../../theme/index.ts';
import { faceOf } from './social-face.ts';
import { inksOn, isDark, resolveSocialLook } from './social-look.ts';

export interface SocialImagesOptions {
  readonly config: SiteConfig;
  readonly read: (path: string) => Uint8Array | undefined;
  readonly digestOfFile: (path: string) => string | undefined;
}

/** A preview image, and what was found while it was drawn. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  /** Of the page that it was drawn for. */
  readonly issues: readonly Issue[];
  /** Of what all images show: each image has them, so that none is lost with those that are not drawn again. */
  readonly siteIssues: readonly Issue[];
}

/** Raised by whoever changes what is drawn: files are named by what they show, and may be cached for ever. */
const drawingVersion = 1;

/** Preview images for social networks, one for each page that names none of its own. */
export class SocialImages {
  /** Of all that pages' images share. */
  readonly digest: string;
  readonly #options: SocialImagesOptions;
  readonly #look: SocialLook;
  readonly #siteIssues: Issue[] = [];
  #studio: Promise<SocialStudio> | undefined;

  constructor(options: SocialImagesOptions) {
    const { config, digestOfFile } = options;
    this.#options = options;
    this.#look = resolveSocialLook(config, namedLooks[config.theme]);
    const { logo, background } = this.#look;
    const files = [logo.light, logo.dark, background].map((path) => digestOfFile(sitePath(path)) ?? '');
    this.digest = digestOf(JSON.stringify([drawingVersion, this.#look, files]));
  }

  /** Path in the bundle, by what the image shows: known before it is drawn. Undefined for a page with an image of its own. */
  pathFor(page: RenderedPage, view: NavigationView): string | undefined {
    if (findOwnImage(this.#options.config, page) !== undefined) return undefined;
    const { eyebrow, title, description, language, direction } = faceOf(page, view);
    const shown = JSON.stringify([this.digest, eyebrow, title, description, language, direction]);
    return `_docwright/social/${digestOf(shown).slice(0, 20)}.png`;
  }

  /** The image of a page, a PNG, and what could not be drawn of it. */
  async draw(page: RenderedPage, view: NavigationView): Promise<DrawnPicture> {
    this.#studio ??= this.#openStudio();
    const studio = await this.#studio;
    const issues: Issue[] = [];
    const bytes = await studio.draw(faceOf(page, view), (fault) => issues.push(toIssue(fault)));
    return { bytes, issues, siteIssues: [...this.#siteIssues] };
  }

  /** Loaded for the first image: most builds draw none. */
  async #openStudio(): Promise<SocialStudio> {
    const { config, read } = this.#options;
    const { SocialStudio } = await import('@docwright/social-images');
    return SocialStudio.open({
      look: this.#look,
      read: (path) => read(sitePath(path)),
      readSize: readImageSize,
      inksOn: (behind) => inksOn(behind, this.#look),
      isDark,
      configFile: config.file,
      report: (fault) => this.#siteIssues.push(toIssue(fault)),
    });
  }
}

function toIssue({ path, message, fix }: DrawingFault): Issue {
  return { path, severity: 'info', code: 'social-image', message, fix };
}

function sitePath(path: string | undefined): string {
  return (path ?? '').replace(/^\.?\/+/, '').replace(/[?#].*$/, '');
}
