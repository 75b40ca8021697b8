import type { Html } from './html.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';

export interface TabPanel {
  /** Unique on the page; a link to `#id` selects the tab. `''` if nothing links to it. */
  readonly id: string;
  readonly title: string;
  readonly icon: Html;
  readonly html: Html;
}

export interface TabSet {
  readonly className: string;
  /** Name of the tab list for screen readers. */
  readonly label: string;
  readonly panels: readonly TabPanel[];
  readonly selected: number;
  /** Whether selecting a title here also selects it in every other set that contains it. */
  readonly sync: boolean;
  /** Whether to show a select box instead of the row of tabs. */
  readonly asMenu: boolean;
  readonly serial: number;
}

/**
 * Writes tabs in the WAI-ARIA pattern (w3.org/WAI/ARIA/apg/patterns/tabs). Panels that are not selected are
 * `hidden="until-found"`, so that the browser's find-in-page opens them. Without scripts and in print, all are shown.
 */
export function writeTabs(set: TabSet): Html {
  const prefix = `t${set.serial}`;
  let buttons = '';
  let panels = '';
  set.panels.forEach((panel, index) => {
    const selected = index === set.selected;
    const tabId = `${prefix}-${index}`;
    const panelId = panel.id === '' ? `${tabId}-p` : panel.id;
    buttons += set.asMenu
      ? `<option value="${index}"${selected ? ' selected' : ''}>${escapeText(panel.title)}</option>`
      : `<button type="button" role="tab" id="${tabId}" aria-controls="${escapeAttribute(panelId)}" aria-selected="${selected}"${selected ? '' : ' tabindex="-1"'}>${panel.icon}${escapeText(panel.title)}</button>`;
    const name = set.asMenu
      ? `role="group" aria-label="${escapeAttribute(panel.title)}"`
      : `role="tabpanel" aria-labelledby="${tabId}"`;
    panels += `<div class="tab-panel" ${name} id="${escapeAttribute(panelId)}" data-title="${escapeAttribute(panel.title)}"${selected ? '' : ' hidden="until-found"'}>${panel.html}</div>`;
  });
  const chooser = set.asMenu
    ? `<div class="tab-menu"><select class="option-dropdown" aria-label="${escapeAttribute(set.label)}">${buttons}</select></div>`
    : `<div class="tab-list" role="tablist" aria-label="${escapeAttribute(set.label)}">${buttons}</div>`;
  return `<dw-tabs class="${set.className}"${set.sync ? ' data-sync' : ''}>${chooser}${panels}</dw-tabs>`;
}
