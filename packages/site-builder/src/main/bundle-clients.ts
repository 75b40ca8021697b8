/**
 * Bundles the scripts of pages into `*.generated.js` files next to their sources. The results are committed, because
 * the build process can't start other processes and shouldn't wait for a bundler. A test compares the results with
 * the sources.
 *
 *     node packages/site-builder/src/main/bundle-clients.ts
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform, type Plugin } from 'esbuild';

const search = import.meta.resolve('@docwright/site-search/client');
const nearest = import.meta.resolve('@docwright/site-search/nearest-client');

/** Source and result: URLs, or paths relative to this file. */
export const clientBundles: readonly (readonly [source: string, result: string])[] = [
  [search, new URL('../search.generated.js', search).href],
  [nearest, new URL('../nearest.generated.js', nearest).href],
  ...['main', 'open-assistant', 'assistant-panel', 'report-reader', 'send-feedback'].map(
    (name) => [`../theme/client/${name}.ts`, `../theme/client/${name}.generated.js`] as const,
  ),
  ['../openapi/client/playground.ts', '../openapi/playground.generated.js'],
  ['../page/islands/client/runtime.ts', '../page/islands/runtime.generated.js'],
  ['../page/islands/client/built-ins.ts', '../page/islands/built-ins.generated.js'],
  ['../page/mermaid/client/draw-diagrams.ts', '../page/mermaid/draw-diagrams.generated.js'],
];

export async function bundleClient(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    // Loaded at run time by URL, from the same folder.
    external: ['./mermaid.js', './runtime.ts'],
    plugins: [withoutTypes],
  });
  return outputFiles[0]?.text ?? '';
}

/** Short names are chosen by letter frequency in the sources: types and comments must not affect them. */
const withoutTypes: Plugin = {
  name: 'without-types',
  setup(bundling) {
    bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', charset: 'utf8' });
      return { contents: code, loader: 'js' };
    });
  },
};

if (import.meta.main) {
  for (const [source, result] of clientBundles)
    writeFileSync(new URL(result, import.meta.url), await bundleClient(source));
}
