import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { OutputFile } from '../../source/output-file.ts';
import { clientScript, feedbackScript, reporterScript } from '../client-scripts.ts';
import { excludeNotProse } from './exclude-not-prose.ts';
import { minifyCss } from './minify-css.ts';
import type { ThemeLook } from '../look/named-looks.ts';
import { writePalette } from '../look/palette.ts';
import { thirdPartyNotice } from './third-party-notice.ts';
import { collectFonts } from '../look/theme-fonts.ts';
import type { ThemeSite } from '../theme-site.ts';

export interface ThemeFiles {
  readonly files: readonly OutputFile[];
  /** Addresses, including the base path. */
  readonly stylesheet: string;
  readonly script: string;
  readonly reporter: string | undefined;
  readonly feedback: string | undefined;
  readonly fontPreload: string | undefined;
}

const SHEETS = [
  'base',
  'bar',
  'columns',
  'frame-widths',
  'menus',
  'sidebar',
  'page-ends',
  'directory',
  'prose',
  'callouts-and-cards',
  'disclosure',
  'steps-and-frames',
  'trees-and-tips',
  'fields',
  'prompts-and-colors',
  'badges',
  'code',
  'print',
] as const;

/**
 * Creates one style sheet and one script for the whole site, named by their content, so that they can be cached
 * forever. The theme's own rules are in a layer: the utilities and style sheets of the site override them without
 * higher specificity. The site's layers are declared before this layer, because the format's themes have no layer and
 * therefore override rules in layers.
 */
export function collectThemeFiles(site: ThemeSite, look: ThemeLook): ThemeFiles {
  const fonts = collectFonts(site, look);
  const layers = SHEETS.map((name) => (name === 'prose' ? excludeNotProse(readSheet(name)) : readSheet(name))).join(
    '\n',
  );
  const assistant = site.addOns.assistantScript === undefined ? '' : readSheet('assistant');
  const feedback = site.features.feedback ? readSheet('feedback') : '';
  const own = readSheet(`theme-${site.config.theme}`);
  const css =
    `${orderLayers(site.stylesheets.layers)}${fonts.faces}@layer docwright{` +
    minifyCss(
      `${fonts.stacks}${writePalette(site.config, look.grounds)}${site.highlightStyles}${layers}${assistant}${feedback}${own}${writeCodeGround(site)}${writeBackground(site)}`,
    ) +
    `}${minifyCss(site.apiStyles)}${site.utilities}`;
  const styleFile = named('site', 'css', css);
  const scriptFile = named('site', 'js', clientScript);
  const reporterFiles = site.countsReaders ? [named('reader', 'js', reporterScript)] : [];
  const feedbackFiles = site.features.feedback ? [named('feedback', 'js', feedbackScript)] : [];
  return {
    files: [
      styleFile,
      scriptFile,
      ...reporterFiles,
      ...feedbackFiles,
      { path: '_docwright/third-party.txt', bytes: thirdPartyNotice },
      ...fonts.files,
    ],
    stylesheet: `${site.basePath}/${styleFile.path}`,
    script: `${site.basePath}/${scriptFile.path}`,
    reporter: reporterFiles.map(({ path }) => `${site.basePath}/${path}`)[0],
    feedback: feedbackFiles.map(({ path }) => `${site.basePath}/${path}`)[0],
    fontPreload: fonts.preload,
  };
}

/** Declares the order of the layers. Later layers take precedence; a repeated name keeps its first position. */
function orderLayers(layers: readonly string[]): string {
  const own = new Set(layers);
  own.delete('docwright');
  return own.size === 0 ? '' : `@layer ${[...own, 'docwright'].join()};`;
}

function named(name: string, extension: string, bytes: string): OutputFile {
  return {
    path: `_docwright/${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${extension}`,
    bytes,
  };
}

function readSheet(name: string): string {
  return readFileSync(new URL(`../css/${name}.css`, import.meta.url), 'utf8');
}

/** Implements `styling.codeblocks: dark`: code is also dark on light pages, with the highlighter's own dark colors. */
function writeCodeGround(site: ThemeSite): string {
  if (site.config.styling.codeblocks.appearance !== 'dark') return '';
  const dark = /html\.dark\s*\{([^}]*)\}/.exec(site.highlightStyles)?.[1] ?? '';
  return `.code-block,.code-group{--code-background:#0d1117;${dark};--line:#30363d;--line-strong:#484f58;--muted:#9ba5b0;--ink:#e6edf3;--accent:#e6edf3;--code-text:#e6edf3}`;
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
