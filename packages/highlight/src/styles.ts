/** The CSS of the token classes: colors are variables, so light, dark and a site's own theme share the same HTML. */
import { createRequire } from 'node:module';

import type { ThemeRegistration } from 'shiki/core';
import type * as ShikiThemes from 'shiki/themes';

import { tokenClasses } from './token-class.ts';
import type { TokenClass } from './token-class.ts';

/** Shiki theme names (`github-dark`, `css-variables`) for light and dark pages; the built-in colors by default. */
export interface HighlightThemes {
  readonly light?: string;
  readonly dark?: string;
}

type Palette = Readonly<Partial<Record<TokenClass | 'text' | 'background', string>>>;

// Every color has a contrast of at least 4.5:1 (WCAG 2.2 AA) on white and #f6f6f7 in the light palette, and on #0d1117
// and #1b1b1f in the dark palette.
const lightPalette: Palette = {
  c: '#5f6b7a',
  s: '#0a6640',
  n: '#0550ae',
  k: '#b3264a',
  f: '#6f42c1',
  t: '#8a4600',
  p: '#0550ae',
  g: '#116329',
  v: '#8a4600',
  h: '#0550ae',
  l: '#0a6640',
  i: '#116329',
  d: '#a40e26',
  text: '#24292f',
};
const darkPalette: Palette = {
  c: '#98a3b0',
  s: '#a5d6a7',
  n: '#79c0ff',
  k: '#ff8fa3',
  f: '#d2a8ff',
  t: '#ffb77c',
  p: '#9ecbff',
  g: '#7ee787',
  v: '#ffb77c',
  h: '#79c0ff',
  l: '#a5d6a7',
  i: '#7ee787',
  d: '#ffa198',
  text: '#e6edf3',
};

/** The theme scopes that correspond to each class, best first. */
const scopesOfClass: Readonly<Record<TokenClass, readonly string[]>> = {
  c: ['comment'],
  s: ['string.quoted', 'string'],
  n: ['constant.numeric', 'constant.language', 'constant'],
  k: ['keyword.control', 'keyword', 'storage.type', 'storage'],
  f: ['entity.name.function', 'support.function', 'entity.name'],
  t: ['entity.name.type', 'entity.name.class', 'support.type', 'entity.name'],
  p: ['support.type.property-name', 'entity.other.attribute-name', 'meta.property-name', 'constant'],
  g: ['entity.name.tag', 'keyword'],
  v: ['variable.other', 'variable'],
  h: ['markup.heading', 'entity.name.section', 'keyword'],
  b: ['markup.bold'],
  e: ['markup.italic'],
  l: ['markup.underline.link', 'string.other.link', 'string'],
  i: ['markup.inserted', 'string'],
  d: ['markup.deleted', 'keyword'],
};

/** The variables of `css-variables` themes, which sites set in their own style sheets. */
const customVariables: Palette = {
  c: 'comment',
  s: 'string',
  n: 'constant',
  k: 'keyword',
  f: 'function',
  t: 'function',
  p: 'constant',
  g: 'keyword',
  v: 'parameter',
  l: 'link',
  i: 'string',
  d: 'keyword',
  h: 'keyword',
};

/**
 * Rules for `.tk-*`, with `--code-*` variables on `:root` and `html.dark`. Unknown theme names use the built-in
 * colors.
 */
export function highlightStyles(themes: HighlightThemes = {}): string {
  const letters = Object.keys(tokenClasses) as TokenClass[];
  const light = themes.light === undefined ? lightPalette : paletteOf(themes.light, lightPalette);
  const dark = themes.dark === undefined ? darkPalette : paletteOf(themes.dark, darkPalette);
  const rules = letters
    .filter((letter) => light[letter] !== undefined || dark[letter] !== undefined)
    .map((letter) => `.tk-${letter}{color:var(--code-${letter})}`);
  return [
    `:root{${declare(light)}}`,
    `html.dark{${declare(dark)}}`,
    ...rules,
    '.tk-b{font-weight:600}.tk-e{font-style:italic}.tk-l{text-decoration:underline}',
  ].join('\n');
}

function declare(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--code-${name}:${color}`)
    .join(';');
}

function paletteOf(themeName: string, fallback: Palette): Palette {
  if (themeName === 'css-variables') {
    const variables = Object.entries(customVariables).map(([name, token]) => [
      name,
      `var(--mint-token-${token},${fallback[name as TokenClass] ?? 'inherit'})`,
    ]);
    return {
      text: `var(--mint-color-text,${fallback.text ?? 'inherit'})`,
      background: 'var(--mint-color-background,transparent)',
      ...(Object.fromEntries(variables) as Palette),
    };
  }
  const theme = loadTheme(themeName);
  if (theme === undefined) return fallback;
  const colors = colorsByScope(theme);
  const entries = (Object.keys(scopesOfClass) as TokenClass[]).map(
    (name) =>
      [
        name,
        scopesOfClass[name].map((scope) => findColor(colors, scope)).find((color) => color !== undefined),
      ] as const,
  );
  const text = theme.colors?.['editor.foreground'] ?? theme.fg;
  const background = theme.colors?.['editor.background'] ?? theme.bg;
  return {
    ...Object.fromEntries(entries.filter(([, color]) => color !== undefined)),
    ...(isColor(text) ? { text } : {}),
    ...(isColor(background) ? { background } : {}),
  };
}

function loadTheme(name: string): ThemeRegistration | undefined {
  const require = createRequire(import.meta.url);
  const { bundledThemesInfo } = require('shiki/themes') as typeof ShikiThemes;
  if (!bundledThemesInfo.some(({ id }) => id === name)) return undefined;
  return (require(`@shikijs/themes/${name}`) as { default: ThemeRegistration }).default;
}

function colorsByScope(theme: ThemeRegistration): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  for (const { scope, settings } of theme.settings ?? theme.tokenColors ?? []) {
    if (!isColor(settings.foreground)) continue;
    const scopes = typeof scope === 'string' ? scope.split(',') : (scope ?? []);
    for (const name of scopes) colors.set(name.trim(), settings.foreground);
  }
  return colors;
}

/** The rule for a scope, or for its nearest parent: `string.quoted`, then `string`. */
function findColor(colors: ReadonlyMap<string, string>, scope: string): string | undefined {
  for (let name = scope; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const color = colors.get(name);
    if (color !== undefined) return color;
  }
  return undefined;
}

/** Whether a value is a hex color. Theme files are data: only hex colors reach the style sheet. */
function isColor(value: string | undefined): value is string {
  return value !== undefined && /^#[\da-fA-F]{3,8}$/.test(value);
}
