import type { ThemeName } from '../../site/index.ts';
import type { ThemeGrounds } from './palette.ts';

/** The properties of a named theme in addition to its style sheet `css/theme-<name>.css`. */
export interface ThemeLook {
  /**
   * `top`: a bar over the whole page. `side`: the sidebar has the height of the window and contains the logo and the
   * search.
   */
  readonly frame: 'top' | 'side';
  /** `row`: a separate row under the bar. `bar`: within the bar. `side`: a list at the head of the sidebar. */
  readonly tabs: 'row' | 'bar' | 'side';
  readonly grounds: ThemeGrounds;
  /** Font families that the builder provides; `system` loads none. */
  readonly bodyFont: ThemeFont;
  readonly headingFont: ThemeFont;
}

export type ThemeFont = 'inter' | 'geist' | 'geist-mono' | 'system' | 'serif';

/** One look for each theme name of the format, so that sites keep their chosen style. */
export const namedLooks: Readonly<Record<ThemeName, ThemeLook>> = {
  mint: {
    frame: 'top',
    tabs: 'row',
    grounds: { light: '#ffffff', dark: '#0b0d10' },
    bodyFont: 'inter',
    headingFont: 'inter',
  },
  maple: {
    frame: 'side',
    tabs: 'row',
    grounds: { light: '#ffffff', dark: '#0f0f10' },
    bodyFont: 'inter',
    headingFont: 'inter',
  },
  palm: {
    frame: 'top',
    tabs: 'bar',
    grounds: { light: '#fdfdfc', dark: '#0d1014' },
    bodyFont: 'geist',
    headingFont: 'geist',
  },
  willow: {
    frame: 'side',
    tabs: 'side',
    grounds: { light: '#ffffff', dark: '#101112' },
    bodyFont: 'inter',
    headingFont: 'inter',
  },
  linden: {
    frame: 'top',
    tabs: 'row',
    grounds: { light: '#fcfcf9', dark: '#0a0c0a' },
    bodyFont: 'geist-mono',
    headingFont: 'geist-mono',
  },
  almond: {
    frame: 'top',
    tabs: 'bar',
    grounds: { light: '#ffffff', dark: '#131416' },
    bodyFont: 'inter',
    headingFont: 'inter',
  },
  aspen: {
    frame: 'top',
    tabs: 'row',
    grounds: { light: '#ffffff', dark: '#0c0d0f' },
    bodyFont: 'geist',
    headingFont: 'geist',
  },
  luma: {
    frame: 'side',
    tabs: 'row',
    grounds: { light: '#ffffff', dark: '#0e0f11' },
    bodyFont: 'geist',
    headingFont: 'geist',
  },
  sequoia: {
    frame: 'side',
    tabs: 'row',
    grounds: { light: '#fffefb', dark: '#11110f' },
    bodyFont: 'inter',
    headingFont: 'serif',
  },
};
