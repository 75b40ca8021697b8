import { createHash } from 'node:crypto';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { OutputFile } from '../../source/output-file.ts';
import type { UiText } from '../../text/ui-text.ts';
import { openerScript, panelScript } from '../client-scripts.ts';
import type { ThemeSite } from '../theme-site.ts';

/** Returns the panel's module: it exports `openAssistant({ endpoint, base, selected, question })`. */
export function assistantFiles(): { readonly script: string; readonly files: readonly OutputFile[] } {
  const path = `_docwright/assistant/panel.${createHash('sha256').update(panelScript).digest('hex').slice(0, 10)}.js`;
  return { script: path, files: [{ path, bytes: panelScript }] };
}

/** Writes the button, with the few lines that load the panel on demand; `''` on a site without an assistant. */
export function writeAssistantButton({ addOns, basePath }: ThemeSite, text: UiText): Html {
  if (addOns.assistantScript === undefined) return '';
  const panel = escapeAttribute(`${basePath}/${addOns.assistantScript}`);
  const label = escapeText(text.ask);
  return (
    `<button type="button" class="assistant-open" id="assistant-entry" data-panel="${panel}" data-about="${escapeAttribute(text.ask)}" aria-keyshortcuts="Control+I Meta+I">${label}</button>` +
    `<script type="module">${openerScript}</script>`
  );
}
