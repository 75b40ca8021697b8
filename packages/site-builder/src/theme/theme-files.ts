import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { OutputFile } from '../model.ts';
import { minifyCss } from './minify-css.ts';
import type { ThemeLook } from './named-looks.ts';
import { writePalette } from './palette.ts';
import { collectFonts } from './theme-fonts.ts';
import type { ThemeSite } from './theme-site.ts';

export interface ThemeFiles {
  readonly files: readonly OutputFile[];
  /** Addresses, base path included. */
  readonly stylesheet: string;
  readonly script: string;
  readonly fontPreload: string | undefined;
}

const SHEETS = ['base', 'frame', 'navigation', 'prose', 'blocks', 'code', 'print'] as const;

/** One style sheet and one script for the whole site, named by their content, so that they can be cached for ever. */
export function collectThemeFiles(site: ThemeSite, look: ThemeLook): ThemeFiles {
  const fonts = collectFonts(site, look);
  const layers = SHEETS.map((name) => readSheet(name)).join('\n');
  const own = readSheet(`theme-${site.config.theme}`);
  const css =
    minifyCss(
      `${fonts.css}${writePalette(site.config, look.grounds)}${layers}${own}${writeBackground(site)}${site.highlightStyles}`,
    ) + site.utilities;
  const script = readFileSync(new URL('./client.generated.js', import.meta.url), 'utf8');
  const styleFile = named('site', 'css', css);
  const scriptFile = named('site', 'js', script);
  return {
    files: [styleFile, scriptFile, ...fonts.files],
    stylesheet: `${site.basePath}/${styleFile.path}`,
    script: `${site.basePath}/${scriptFile.path}`,
    fontPreload: fonts.preload,
  };
}

function named(name: string, extension: string, bytes: string): OutputFile {
  return {
    path: `_docwright/${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${extension}`,
    bytes,
  };
}

function readSheet(name: string): string {
  return readFileSync(new URL(`./css/${name}.css`, import.meta.url), 'utf8');
}

function writeBackground(site: ThemeSite): string {
  const { image, decoration } = site.config.background;
  let css = '';
  const picture = (path: string): string => `url("${site.asset(path).replace(/["\\\n\r<>]/g, encodeURIComponent)}")`;
  if (image.light !== undefined) css += `:root{--page-image:${picture(image.light)}}`;
  if (image.dark !== undefined && image.dark !== image.light) css += `html.dark{--page-image:${picture(image.dark)}}`;
  if (image.light !== undefined || image.dark !== undefined)
    css += 'body::before{background:var(--page-image) top center/cover no-repeat}';
  else if (decoration === 'gradient')
    css +=
      'body::before{background:radial-gradient(60rem 30rem at 50% -12rem,color-mix(in srgb,var(--brand) 14%,transparent),transparent)}';
  else if (decoration === 'grid')
    css +=
      'body::before{background:linear-gradient(var(--line) 1px,transparent 1px) 0 0/48px 48px,linear-gradient(90deg,var(--line) 1px,transparent 1px) 0 0/48px 48px;mask:linear-gradient(#000,transparent);-webkit-mask:linear-gradient(#000,transparent);opacity:.6}';
  else if (decoration === 'windows')
    css +=
      'body::before{background:conic-gradient(from 90deg at 2px 2px,transparent 90deg,color-mix(in srgb,var(--brand) 7%,transparent) 0) 0 0/72px 72px;mask:radial-gradient(50rem 24rem at 70% 0,#000,transparent);-webkit-mask:radial-gradient(50rem 24rem at 70% 0,#000,transparent)}';
  return css;
}
