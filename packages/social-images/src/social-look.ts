import type { ShippedFontName } from './font-catalog.ts';
import type { Rgb } from './rgb.ts';

/** The parts that all preview images of a site share. */
export interface SocialLook {
  readonly siteName: string;
  /** `auto`: depends on the brightness of the background image. */
  readonly appearance: 'light' | 'dark' | 'auto';
  readonly ground: Rgb;
  readonly ink: Rgb;
  readonly muted: Rgb;
  readonly accent: Rgb;
  /** The site's own color, for decoration. */
  readonly brand: Rgb;
  readonly decoration: 'gradient' | 'grid' | 'windows';
  /** Site paths or URLs. */
  readonly logo: { readonly light: string | undefined; readonly dark: string | undefined };
  readonly background: string | undefined;
  readonly font: ShippedFontName;
  /** A requested font family that isn't available. */
  readonly missingFont: string | undefined;
}

/** Text colors, and the background color. */
export interface Inks {
  readonly ground: Rgb;
  readonly ink: Rgb;
  readonly muted: Rgb;
  readonly accent: Rgb;
}
