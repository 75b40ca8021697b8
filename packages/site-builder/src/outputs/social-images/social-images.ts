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

/** A preview image, and the issues found while drawing it. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  /** Issues of the page that the image was drawn for. */
  readonly issues: readonly Issue[];
  /**
   * Issues of the parts that all images share. Each image includes them, so that no issue is lost if other images
   * aren't redrawn.
   */
  readonly siteIssues: readonly Issue[];
}

/** Increase this number when the drawing changes: files are named by their content and can be cached forever. */
const drawingVersion = 1;

/** Preview images for social networks, one for each page that doesn't set its own. */
export class SocialImages {
  /** Digest of everything that the pages' images share. */
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

  /**
   * Path in the bundle, derived from the image's content before it is drawn, or `undefined` if the page has its own
   * image.
   */
  pathFor(page: RenderedPage, view: NavigationView): string | undefined {
    if (findOwnImage(this.#options.config, page) !== undefined) return undefined;
    const { eyebrow, title, description, language, direction } = faceOf(page, view);
    const shown = JSON.stringify([this.digest, eyebrow, title, description, language, direction]);
    return `_docwright/social/${digestOf(shown).slice(0, 20)}.png`;
  }

  /** Draws a page's image, a PNG, and reports what couldn't be drawn. */
  async draw(page: RenderedPage, view: NavigationView): Promise<DrawnPicture> {
    this.#studio ??= this.#openStudio();
    const studio = await this.#studio;
    const issues: Issue[] = [];
    const bytes = await studio.draw(faceOf(page, view), (fault) => issues.push(toIssue(fault)));
    return { bytes, issues, siteIssues: [...this.#siteIssues] };
  }

  /** Loads the drawing library for the first image: most builds draw none. */
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
