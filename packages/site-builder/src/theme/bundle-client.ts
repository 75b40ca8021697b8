/**
 * Bundles `client/main.ts` into `client.generated.ts`. The result is committed: a site is built in processes that may
 * not start another one, and a build should not wait for a bundler. A test compares the two.
 *
 *     node packages/site-builder/src/theme/bundle-client.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export type ClientEntry = 'main' | 'open-assistant' | 'assistant-panel' | 'report-reader' | 'send-feedback';

export async function bundleClient(entry: ClientEntry = 'main'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./client/${entry}.ts`, import.meta.url))],
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

/** The same for the assistant: the script in its pages, and the panel that it opens. */
export function writeAssistantModule(opener: string, panel: string): string {
  return (
    `/** Made by bundle-client.ts from client/. */\nexport const openerScript: string = ${JSON.stringify(opener.trimEnd())};\n` +
    `export const panelScript: string = ${JSON.stringify(panel.trimEnd())};\n`
  );
}

/** The same for pages of sites that count their readers. */
export const writeReporterModule = (script: string): string =>
  `/** Made by bundle-client.ts from client/. */\nexport const reporterScript: string = ${JSON.stringify(script.trimEnd())};\n`;

/** The same for pages that ask whether they helped. */
export const writeFeedbackModule = (script: string): string =>
  `/** Made by bundle-client.ts from client/. */\nexport const feedbackScript: string = ${JSON.stringify(script.trimEnd())};\n`;

if (import.meta.main) {
  writeFileSync(new URL('./client.generated.ts', import.meta.url), writeModule(await bundleClient()));
  const assistant = writeAssistantModule(await bundleClient('open-assistant'), await bundleClient('assistant-panel'));
  writeFileSync(new URL('./assistant.generated.ts', import.meta.url), assistant);
  const reporter = writeReporterModule(await bundleClient('report-reader'));
  writeFileSync(new URL('./reporter.generated.ts', import.meta.url), reporter);
  const feedback = writeFeedbackModule(await bundleClient('send-feedback'));
  writeFileSync(new URL('./feedback.generated.ts', import.meta.url), feedback);
}
