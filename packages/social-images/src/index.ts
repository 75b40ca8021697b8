/**
 * The preview image of a page, 1200 by 630: letters over a backdrop that is drawn once per site.
 *
 * A custom implementation, because Satori and resvg draw the whole image for every page, in 10 to 50 ms. Here resvg
 * draws the backdrop once, HarfBuzz shapes the letters, and 700 lines of our code fill and pack them (outlines,
 * palette, PNG), 1,300 in all with layout and fonts. Benefit (`bench/site-builder/measure-social-images.ts`): 2 to 3 ms
 * per image, docs/decisions/0019.
 */
export type { ShippedFontName } from './font-catalog.ts';
export type { Rgb } from './rgb.ts';
export type { SocialFace } from './social-face.ts';
export type { Inks, SocialLook } from './social-look.ts';
export { SocialStudio } from './social-studio.ts';
export type { DrawingFault, StudioOptions } from './social-studio.ts';
