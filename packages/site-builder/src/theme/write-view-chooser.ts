import type { Html } from '../model.ts';
import { decodeAttribute, escapeText } from './escape-html.ts';

export interface ViewChooser {
  readonly html: Html;
  /** Hides the views that are not chosen from the first paint on; without scripts all are shown. */
  readonly style: Html;
}

const NONE: ViewChooser = { html: '', style: '' };

/** The chooser of a page with `<View>` parts; their titles are read from the page's own markup. */
export function writeViewChooser(content: Html): ViewChooser {
  if (!content.includes('<div class="view" data-view="')) return NONE;
  const titles = [
    ...new Set(
      [...content.matchAll(/<div class="view" data-view="([^"]*)"/g)].map((match) => decodeAttribute(match[1] ?? '')),
    ),
  ];
  if (titles.length < 2) return NONE;
  const options = titles.map((title) => `<option>${escapeText(title)}</option>`).join('');
  const first = JSON.stringify(titles[0] ?? '').replace(/</g, '\\3c ');
  return {
    html: `<div class="view-chooser"><select aria-label="View">${options}</select></div>`,
    style: `<style id="view-style">.js .view:not([data-view=${first}]){display:none}</style>`,
  };
}
