import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import type { FontConfig, SiteConfig, StylingConfig, ThemedImage } from './site-config.ts';

export function resolveThemedImage(value: unknown): ThemedImage {
  if (typeof value === 'string')
    return value === '' ? { light: undefined, dark: undefined } : { light: value, dark: value };
  const light = textOf(value, 'light');
  const dark = textOf(value, 'dark');
  return { light: light ?? dark, dark: dark ?? light };
}

export function resolveLogo(raw: JsonObject, read: FieldReader): SiteConfig['logo'] {
  const logo = fieldOf(raw, 'logo');
  return { ...resolveThemedImage(logo), href: (isObject(logo) ? read.text(logo, 'href', 'logo') : undefined) ?? '/' };
}

export function resolveFavicon(raw: JsonObject): ThemedImage {
  return resolveThemedImage(fieldOf(raw, 'favicon'));
}

export function resolveStyling(raw: JsonObject, read: FieldReader): StylingConfig {
  const styling = fieldOf(raw, 'styling');
  return {
    eyebrows: read.choice(styling, ['eyebrows', 'styling'], ['section', 'breadcrumbs']) ?? 'section',
    codeblocks: resolveCodeblocks(styling, read),
    latex: read.flag(styling, 'latex', 'styling'),
  };
}

function resolveCodeblocks(styling: unknown, read: FieldReader): StylingConfig['codeblocks'] {
  const value = fieldOf(styling, 'codeblocks');
  if (!isObject(value)) {
    const appearance = read.choice(styling, ['codeblocks', 'styling'], ['system', 'dark']) ?? 'system';
    return { appearance, themes: undefined, customLanguages: [] };
  }
  const theme = fieldOf(value, 'theme');
  const { light, dark } = resolveThemedImage(theme);
  const themes =
    light === undefined || dark === undefined || theme === 'system' || theme === 'dark' ? undefined : { light, dark };
  return {
    appearance: theme === 'dark' ? 'dark' : 'system',
    themes,
    customLanguages: read
      .texts(fieldOf(value, 'languages'), 'custom', 'styling.codeblocks.languages')
      .map((path) => path.replace(/^\.?\//, '')),
  };
}

export function resolveFonts(raw: JsonObject, read: FieldReader): SiteConfig['fonts'] {
  const fonts = fieldOf(raw, 'fonts');
  const shared = resolveFont(fonts, 'fonts', read);
  return {
    heading: resolveFont(fieldOf(fonts, 'heading') ?? fieldOf(fonts, 'headings'), 'fonts.heading', read) ?? shared,
    body: resolveFont(fieldOf(fonts, 'body'), 'fonts.body', read) ?? shared,
  };
}

function resolveFont(value: unknown, place: string, read: FieldReader): FontConfig | undefined {
  const family = read.text(value, 'family', place);
  if (family === undefined || family === '') return undefined;
  const weight = Number(fieldOf(value, 'weight'));
  return {
    family,
    weight: Number.isFinite(weight) && weight > 0 ? weight : undefined,
    source: read.text(value, 'source', place) ?? read.text(value, 'url', place),
    format: read.choice(value, ['format', place], ['woff', 'woff2']),
  };
}

function textOf(object: unknown, key: string): string | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
