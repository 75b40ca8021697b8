import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { hashedFile } from '../client-scripts/hashed-file.ts';
import type { OutputFile } from '../model.ts';

export interface MermaidFiles {
  /** Bundle path of the module script that pages with diagrams load. */
  readonly script: string;
  /** Read when asked for: the library is 5.5 MB in a hundred files. */
  readonly files: readonly OutputFile[];
}

const folder = '_docwright/mermaid';

/**
 * What a site with diagrams ships, under `_docwright/mermaid/`: a small loader and the library in its own chunks, of which a
 * page fetches those of its diagram types. The chunks' names hold their hash; the version's folder does for the entry.
 */
export function mermaidFiles(): MermaidFiles {
  const packageFile = createRequire(import.meta.url).resolve('mermaid/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const loader = readFileSync(new URL('./draw-diagrams.generated.js', import.meta.url), 'utf8');
  const script = hashedFile(
    `${folder}/draw-diagrams`,
    'js',
    withStyles(loader.replace('./mermaid.js', `./${version}/mermaid.esm.min.js`)),
  );
  return {
    script: script.path,
    get files() {
      return [script, ...readLibrary(join(dirname(packageFile), 'dist'), `${folder}/${version}`)];
    },
  };
}

function readLibrary(dist: string, target: string): OutputFile[] {
  const chunks = 'chunks/mermaid.esm.min';
  const names = readdirSync(join(dist, chunks)).filter((name) => name.endsWith('.mjs'));
  // Served as `.js`: many plain servers know no type for `.mjs`, and browsers refuse modules without one.
  return ['mermaid.esm.min.mjs', ...names.sort().map((name) => `${chunks}/${name}`)].map((name) => ({
    path: `${target}/${name.replace(/\.mjs$/, '.js')}`,
    bytes: renameImports(readFileSync(join(dist, name), 'utf8')),
  }));
}

/** Two of the library's own files name each other in `from"./x.mjs"`, `import"./x.mjs"` and `import("./x.mjs")`. */
function renameImports(code: string): string {
  return code
    .replaceAll(/(from|import|import\()"(\.[^"\n]+)\.mjs"/g, '$1"$2.js"')
    .replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '\n');
}

/** The few rules of a diagram travel with its script: without a script there is nothing that they would style. */
function withStyles(loader: string): string {
  const css = readFileSync(new URL('./mermaid.css', import.meta.url), 'utf8').replaceAll(/\s*\n\s*/g, ' ');
  return `{const s=new CSSStyleSheet();s.replaceSync(${JSON.stringify(css)});document.adoptedStyleSheets=[...document.adoptedStyleSheets,s]}\n${loader}`;
}
