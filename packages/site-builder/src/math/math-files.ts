import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { OutputFile } from '../model.ts';

export interface MathFiles {
  /** Bundle path of the style sheet that pages with formulas link to. */
  readonly stylesheet: string;
  /** The style sheet and its fonts, named by their content. */
  readonly files: readonly OutputFile[];
}

/** What a site with formulas ships: KaTeX's CSS and its WOFF2 fonts, under `_docwright/katex/`. */
export function mathFiles(): MathFiles {
  const dist = join(dirname(createRequire(import.meta.url).resolve('katex/package.json')), 'dist');
  const files: OutputFile[] = [];
  const css = readFileSync(join(dist, 'katex.min.css'), 'utf8').replace(
    // Every browser that runs our pages reads WOFF2, so the WOFF and TTF fallbacks stay behind.
    /src:url\(fonts\/([\w-]+)\.woff2\) format\("woff2"\)(?:,url\([^)]*\) format\("[a-z]+"\))*/g,
    (_all, name: string) => {
      const bytes = readFileSync(join(dist, 'fonts', `${name}.woff2`));
      const file = `${name}.${contentHash(bytes)}.woff2`;
      files.push({ path: `_docwright/katex/${file}`, bytes });
      return `src:url(${file}) format("woff2")`;
    },
  );
  const stylesheet = `_docwright/katex/katex.${contentHash(css)}.css`;
  files.push({ path: stylesheet, bytes: css });
  return { stylesheet, files };
}

function contentHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}
