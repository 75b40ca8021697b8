import type { SiteConfig } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import type { UiText } from '../../text/ui-text.ts';
import { decodeAttribute, escapeAttribute, escapeText } from '../../markup/escape-html.ts';

export interface ViewChooser {
  readonly html: Html;
  /** Hides the other views from the first paint; without scripts, all views are shown. */
  readonly style: Html;
}

const NONE: ViewChooser = { html: '', style: '' };

/**
 * Writes the chooser of a page with `<View>` parts; their titles are read from the page's own markup. Views that
 * `variations` names, by ID or label, are at the top, in that order and with those labels.
 */
export function writeViewChooser(content: Html, variations: SiteConfig['variations'], text: UiText): ViewChooser {
  if (!content.includes('<div class="view multi-view-item" data-view="')) return NONE;
  const written = new Set(
    [...content.matchAll(/<div class="view multi-view-item" data-view="([^"]*)"/g)].map((match) =>
      decodeAttribute(match[1] ?? ''),
    ),
  );
  if (written.size < 2) return NONE;
  const labels = new Map(
    variations.flatMap(({ id, label }) => {
      const title = [...written].find((each) => each === id || each === label);
      return title === undefined ? [] : [[title, label] as const];
    }),
  );
  const titles = [...new Set([...labels.keys(), ...written])];
  const options = titles
    .map((title) => `<option value="${escapeAttribute(title)}">${escapeText(labels.get(title) ?? title)}</option>`)
    .join('');
  const first = JSON.stringify(titles[0] ?? '').replace(/</g, '\\3c ');
  return {
    html: `<div class="view-chooser multi-view-dropdown" id="multi-view-dropdown"><select class="multi-view-dropdown-trigger" aria-label="${escapeAttribute(text.labels.view)}">${options}</select></div>`,
    style: `<style id="view-style">.js .view:not([data-view=${first}]){display:none}</style>`,
  };
}
