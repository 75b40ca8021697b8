/**
 * Bundles `client/main.ts` into `client.generated.ts`. The result is kept in the repository: a site is built in processes that
 * may start no other one, and a build should not wait for a bundler. A test compares the two.
 *
 *     node packages/site-builder/src/theme/bundle-client.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./client/main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The module's text. */
export function writeModule(script: string): string {
  return `/** Made by bundle-client.ts from client/. */\nexport const clientScript: string = ${JSON.stringify(script.trimEnd())};\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('./client.generated.ts', import.meta.url), writeModule(await bundleClient()));
}
