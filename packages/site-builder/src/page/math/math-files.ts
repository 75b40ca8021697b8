import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { hashedFile } from '../../source/hashed-file.ts';
import type { Html } from '../../markup/html.ts';
import type { OutputFile } from '../../source/output-file.ts';
import { PageFonts } from './page-fonts.ts';

export interface MathFiles {
  /** Bundle path of the style sheet that pages with formulas link to. */
  readonly stylesheet: string;
  /** `@font-face` rules for a page's formulas, which follow that style sheet. */
  readonly pageFonts: (content: Html) => string;
  /** The style sheet and its fonts; read on demand, because most sites have no formulas. */
  readonly files: readonly OutputFile[];
}

const folder = '_docwright/katex';

/**
 * The files of a site with formulas: KaTeX's CSS and its WOFF2 fonts, in a folder named after the library's version.
 */
export function mathFiles(): MathFiles {
  const packageFile = createRequire(import.meta.url).resolve('katex/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const dist = join(dirname(packageFile), 'dist');
  const fonts: string[] = [];
  const css = readFileSync(join(dist, 'katex.min.css'), 'utf8').replace(
    // Every browser that supports our pages supports WOFF2, so the WOFF and TTF fallbacks are left out.
    /src:url\(fonts\/([\w-]+\.woff2)\) format\("woff2"\)(?:,url\([^)]*\) format\("[a-z]+"\))*/g,
    (_all, name: string) => {
      fonts.push(name);
      return `src:url(${version}/${name}) format("woff2")`;
    },
  );
  const stylesheet = hashedFile(`${folder}/katex`, 'css', css);
  const names = new Set(fonts.map((name) => name.replace(/^KaTeX_|\.woff2$/g, '')));
  const pageFonts = new PageFonts(join(dist, 'fonts'), names);
  return {
    stylesheet: stylesheet.path,
    pageFonts: (content) => pageFonts.write(content),
    get files() {
      const read = (name: string) => ({
        path: `${folder}/${version}/${name}`,
        bytes: readFileSync(join(dist, 'fonts', name)),
      });
      return [stylesheet, ...fonts.map(read)];
    },
  };
}
