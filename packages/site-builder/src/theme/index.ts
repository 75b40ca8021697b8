export { createTheme } from './create-theme.ts';
export type { Theme } from './create-theme.ts';
export { findOwnImage } from './configured-tags.ts';
export { namedLooks } from './named-looks.ts';
export { escapeAttribute, escapeText } from '../markup/escape-html.ts';
export type { ThemeAddOns, ThemeSite } from './theme-site.ts';
