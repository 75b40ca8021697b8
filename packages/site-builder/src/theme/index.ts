export { createTheme } from './create-theme.ts';
export type { Theme } from './create-theme.ts';
export { findOwnImage } from './configured-tags.ts';
export { namedLooks } from './named-looks.ts';

export type { ThemeAddOns, ThemeContext, ThemeSite } from './theme-site.ts';
export { luminance, mix, parseHex, reachContrast, readableOn, type Rgb } from './color-contrast.ts';
export type { ThemeLook } from './named-looks.ts';
export { assistantFiles } from './write-assistant.ts';
