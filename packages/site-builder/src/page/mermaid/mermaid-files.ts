import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { hashedFile } from '../../source/hashed-file.ts';
import type { OutputFile } from '../../source/output-file.ts';
import { linkChunks } from './link-chunks.ts';

export interface MermaidFiles {
  /** Bundle path of the module script that pages with diagrams load. */
  readonly script: string;
  /** The library, read on demand because it is 5.5 MB. */
  readonly files: readonly OutputFile[];
}

const folder = '_docwright/mermaid';
/** Increase this number if the same version is linked differently, because the files can be cached forever. */
const linkage = 1;

/**
 * The files of a site with diagrams, under `_docwright/mermaid/`: a small loader and the library. A page fetches the
 * core and the files for its types of diagrams.
 */
export function mermaidFiles(): MermaidFiles {
  const packageFile = createRequire(import.meta.url).resolve('mermaid/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const library = `${version}-${linkage}`;
  const loader = readFileSync(new URL('./draw-diagrams.generated.js', import.meta.url), 'utf8');
  const script = hashedFile(
    `${folder}/draw-diagrams`,
    'js',
    withStyles(loader.replace('./mermaid.js', `./${library}/core.js`)),
  );
  return {
    script: script.path,
    get files() {
      const linked = linkChunks(readMermaidModules(join(dirname(packageFile), 'dist')), mermaidEntry);
      return [script, ...linked.map(({ name, code }) => ({ path: `${folder}/${library}/${name}`, bytes: code }))];
    },
  };
}

export const mermaidEntry = 'mermaid.esm.min.mjs';

/** The modules of the library's smallest build, by path. */
export function readMermaidModules(dist: string): Map<string, string> {
  const chunks = 'chunks/mermaid.esm.min';
  const names = readdirSync(join(dist, chunks)).filter((name) => name.endsWith('.mjs'));
  const paths = [mermaidEntry, ...names.sort().map((name) => `${chunks}/${name}`)];
  return new Map(paths.map((path) => [path, readFileSync(join(dist, path), 'utf8')]));
}

/** Adds a diagram's few style rules to its script: without a script, there is nothing to style. */
function withStyles(loader: string): string {
  const css = readFileSync(new URL('./mermaid.css', import.meta.url), 'utf8').replaceAll(/\s*\n\s*/g, ' ');
  return `{const s=new CSSStyleSheet();s.replaceSync(${JSON.stringify(css)});document.adoptedStyleSheets=[...document.adoptedStyleSheets,s]}\n${loader}`;
}
