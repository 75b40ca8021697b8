/** The bundled scripts of `client/`; `main/bundle-clients.ts` writes them. */
import { readFileSync } from 'node:fs';

/** The script of every page. */
export const clientScript: string = readScript('main');

/** The script of sites with an assistant; it loads the panel when a reader opens it. */
export const openerScript: string = readScript('open-assistant');
export const panelScript: string = readScript('assistant-panel');

/** The script of sites with analytics. */
export const reporterScript: string = readScript('report-reader');

/** The script of pages with the form that asks whether the page helped. */
export const feedbackScript: string = readScript('send-feedback');

function readScript(name: string): string {
  return readFileSync(new URL(`./client/${name}.generated.js`, import.meta.url), 'utf8').trimEnd();
}
