import type { SearchHit } from '../engine/search-index.ts';
import { isUnspaced, lookUpWords } from '../engine/tokenize.ts';
import { dialogStyle } from './dialog-style.ts';
import type { SearchTexts } from './texts.ts';

export interface DialogParts {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly filters: HTMLElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
}

export function buildDialog(texts: SearchTexts): DialogParts {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(dialogStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const dialog = element('dialog', { class: 'search-dialog', 'aria-label': texts.label });
  const form = element('form', { method: 'dialog', role: 'search' });
  const input = element('input', {
    id: 'search-input',
    type: 'text',
    role: 'combobox',
    'aria-label': texts.label,
    'aria-expanded': 'false',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    placeholder: texts.label,
  });
  const close = element('button', { type: 'submit', 'aria-label': `Esc: ${texts.close}` });
  close.textContent = 'Esc';
  form.append(input, close);
  const filters = element('div', { class: 'search-filters', role: 'group', 'aria-label': texts.filters });
  const list = element('div', {
    class: 'search-results',
    id: 'search-results',
    role: 'listbox',
    'aria-label': texts.label,
  });
  const status = element('p', { class: 'search-status', role: 'status' });
  dialog.append(form, filters, list, status);
  document.body.append(dialog);
  return { dialog, input, filters, list, status };
}

/**
 * Returns the address of a result. On a file server, it is the file of the page; our servers write the suffix of
 * addresses into each page (`clean-links.ts`).
 *
 * @param suffix `undefined` on a file server
 */
export function hitAddress(
  { path, anchor }: Pick<SearchHit, 'path' | 'anchor'>,
  base: string,
  suffix: string | undefined = document.documentElement.dataset['pageSuffix'],
): string {
  const hash = anchor === '' ? '' : `#${encodeURIComponent(anchor)}`;
  const written = path.split('/').map(encodeURIComponent).join('/');
  if (suffix === undefined) return `${base}${written}.html${hash}`;
  const address = written.replace(/(?:^|\/)index$/, '');
  return `${base}${address}${address === '' ? '' : suffix}${hash}`;
}

export function buildResult(
  hit: SearchHit,
  { index, query, base }: { index: number; query: string; base: string },
): HTMLElement {
  const link = buildOption('a', index);
  link.setAttribute('href', hitAddress(hit, base));
  const typed = lookUpWords(query);
  const long = typed.filter((word) => word.length > 2 || isUnspaced(word));
  const words = long.length > 0 ? long : typed;
  const title = element('strong', {});
  title.append(...markWords(hit.heading || hit.title, words));
  link.append(title);
  const trail = [...hit.breadcrumbs, hit.heading === '' ? '' : hit.title].filter((text) => text !== '').join(' › ');
  if (trail !== '') {
    const place = element('small', {});
    place.textContent = trail;
    link.append(place);
  }
  if (hit.snippet !== '') {
    const text = element('p', {});
    text.append(...markWords(hit.snippet, words));
    link.append(text);
  }
  return link;
}

/** Builds an entry of the list that isn't a page: an earlier search, or the assistant. */
export function buildAction(index: number, text: string, run: () => void): HTMLElement {
  const action = buildOption('div', index);
  action.textContent = text;
  action.addEventListener('click', run);
  return action;
}

/** Builds the button for one of the site's versions, products or languages, or for all of them. */
export function buildFilter(text: string, isChosen: boolean, choose: () => void): HTMLElement {
  const chip = element('button', { type: 'button', 'aria-pressed': String(isChosen) });
  chip.textContent = text;
  chip.addEventListener('click', choose);
  return chip;
}

function buildOption<Name extends 'a' | 'div'>(name: Name, index: number): HTMLElementTagNameMap[Name] {
  return element(name, {
    class: 'search-result',
    role: 'option',
    id: `search-result-${index}`,
    tabindex: '-1',
    'aria-selected': 'false',
  });
}

/** Returns the text with the matched beginnings of words in `<mark>`. */
function markWords(text: string, words: readonly string[]): (string | HTMLElement)[] {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (escaped.length === 0) return [text];
  const parts = text.split(new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}])(${escaped.join('|')})`, 'giu'));
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = element('mark', {});
    mark.textContent = part;
    return mark;
  });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
