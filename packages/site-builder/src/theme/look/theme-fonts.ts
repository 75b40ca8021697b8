import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { FontConfig } from '../../site/index.ts';
import type { OutputFile } from '../../source/output-file.ts';
import type { ThemeFont, ThemeLook } from './named-looks.ts';
import type { ThemeSite } from '../theme-site.ts';

export interface FontFiles {
  /** `@font-face` rules. */
  readonly faces: string;
  /** The variables `--font`, `--font-heading` and `--mono`. */
  readonly stacks: string;
  readonly files: readonly OutputFile[];
  /** Address of the only file that nearly every page needs, or `undefined` if the reader's own fonts are used. */
  readonly preload: string | undefined;
}

interface ShippedFont {
  readonly family: string;
  readonly folder: string;
  readonly prefix: string;
  readonly fallback: 'sans-serif' | 'monospace';
  /**
   * Metrics that give the fallback font the same width and height, so that the layout doesn't shift when the font
   * loads.
   */
  readonly standIn: string;
}

type ShippedName = 'inter' | 'geist' | 'geist-mono';

const SHIPPED: Readonly<Record<ShippedName, ShippedFont>> = {
  inter: {
    family: 'Inter',
    folder: '@fontsource-variable/inter',
    prefix: 'inter',
    fallback: 'sans-serif',
    standIn:
      'src:local("Arial"),local("Liberation Sans"),local("Roboto");size-adjust:107.1%;ascent-override:90.4%;descent-override:22.5%;line-gap-override:0%',
  },
  geist: {
    family: 'Geist',
    folder: '@fontsource-variable/geist',
    prefix: 'geist',
    fallback: 'sans-serif',
    standIn:
      'src:local("Arial"),local("Liberation Sans"),local("Roboto");size-adjust:104.6%;ascent-override:95.9%;descent-override:28.2%;line-gap-override:0%',
  },
  'geist-mono': {
    family: 'Geist Mono',
    folder: '@fontsource-variable/geist-mono',
    prefix: 'geist-mono',
    fallback: 'monospace',
    standIn:
      'src:local("Courier New"),local("Liberation Mono"),local("Menlo");size-adjust:100%;ascent-override:100%;descent-override:30%;line-gap-override:0%',
  },
};

const SUBSETS: readonly (readonly [string, string])[] = [
  ['cyrillic', 'U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116'],
  [
    'latin-ext',
    'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  ],
  [
    'latin',
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ],
];

const SYSTEM_STACK = 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const SERIF_STACK = '"Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4",Georgia,"Noto Serif",serif';
const MONO_STACK = 'ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace';

/** Collects a site's fonts, which are loaded from the bundle or the reader's machine, never from another host. */
export function collectFonts(site: ThemeSite, look: ThemeLook): FontFiles {
  const shipped = new Set<ShippedName>();
  let css = '';

  function stackOf(font: FontConfig | undefined, fallback: ThemeFont): string {
    if (font === undefined) return themeStack(fallback);
    const known = shippedByFamily(font.family);
    if (font.source === undefined)
      return known === undefined ? `${quote(font.family)},${themeStack(fallback)}` : themeStack(known);
    css += ownFace(font, site);
    return `${quote(font.family)},${SYSTEM_STACK}`;
  }

  function themeStack(font: ThemeFont): string {
    if (font === 'system') return SYSTEM_STACK;
    if (font === 'serif') return SERIF_STACK;
    shipped.add(font);
    const { family, fallback } = SHIPPED[font];
    return `"${family}","${family} Stand-in",${fallback === 'monospace' ? MONO_STACK : SYSTEM_STACK}`;
  }

  const { body, heading } = site.config.fonts;
  const bodyStack = stackOf(body, look.bodyFont);
  const headingStack = heading === undefined && body !== undefined ? bodyStack : stackOf(heading, look.headingFont);
  const inText = new Set(shipped);
  const codeStack = themeStack('geist-mono');
  const weights = [
    ['--heading-weight', heading?.weight],
    ['--body-weight', body?.weight],
  ] as const;
  const weightRules = weights
    .flatMap(([name, weight]) => (weight === undefined ? [] : [`;${name}:${weight}`]))
    .join('');
  const files: OutputFile[] = [];
  let preload: string | undefined;
  for (const name of shipped) {
    const faces = shippedFaces(SHIPPED[name]);
    css = faces.css + css;
    files.push(...faces.files);
    // Not every page contains code: browsers fetch its font only on pages that do.
    if (inText.has(name)) preload ??= `${site.basePath}/${faces.latin}`;
  }
  const stacks = `:root{--font:${bodyStack};--font-heading:${headingStack};--mono:${codeStack}${weightRules}}`;
  return { faces: css, stacks, files, preload };
}

function shippedByFamily(family: string): ShippedName | undefined {
  const wanted = family.toLowerCase().replace(/\s+variable$/, '');
  const names: readonly ShippedName[] = ['inter', 'geist', 'geist-mono'];
  return names.find((name) => SHIPPED[name].family.toLowerCase() === wanted);
}

function shippedFaces(font: ShippedFont): {
  readonly css: string;
  readonly files: readonly OutputFile[];
  readonly latin: string;
} {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${font.folder}/package.json`)), 'files');
  const files: OutputFile[] = [];
  let css = `@font-face{font-family:"${font.family} Stand-in";${font.standIn}}`;
  let latin = '';
  for (const [subset, range] of SUBSETS) {
    const bytes = readFileSync(join(folder, `${font.prefix}-${subset}-wght-normal.woff2`));
    const file = `${font.prefix}-${subset}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.woff2`;
    files.push({ path: `_docwright/fonts/${file}`, bytes });
    latin = `_docwright/fonts/${file}`;
    css += `@font-face{font-family:"${font.family}";font-weight:100 900;font-display:swap;src:url(fonts/${file}) format("woff2");unicode-range:${range}}`;
  }
  return { css, files, latin };
}

function ownFace(font: FontConfig, site: ThemeSite): string {
  const source = site.asset(font.source ?? '').replace(/["\\\n]/g, encodeURIComponent);
  return `@font-face{font-family:${quote(font.family)};font-weight:${font.weight ?? '100 900'};font-display:swap;src:url("${source}")${font.format === undefined ? '' : ` format("${font.format}")`}}`;
}

function quote(family: string): string {
  return `"${family.replace(/["\\\n\r<>{};]/g, '')}"`;
}
