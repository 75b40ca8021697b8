export { createTheme } from './create-theme.ts';
export type { Theme } from './create-theme.ts';
export { findOwnImage } from './head/configured-tags.ts';
export { namedLooks } from './look/named-looks.ts';

export type { ThemeAddOns, ThemeContext, ThemeSite } from './theme-site.ts';
export { luminance, mix, parseHex, reachContrast, readableOn, type Rgb } from './look/color-contrast.ts';
export type { ThemeLook } from './look/named-looks.ts';
export { assistantFiles } from './frame/write-assistant.ts';
