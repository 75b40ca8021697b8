/**
 * The search dialog: a combobox with a list of results (w3.org/WAI/ARIA/apg/patterns/combobox). Focus stays in the text
 * field; arrows move through the results, Enter opens one, Escape closes, and what was found is said in a live region.
 */
import { dialogStyle } from './dialog-style.ts';
import { searchIndex } from '../engine/search-index.ts';
import type { SearchHit } from '../engine/search-index.ts';
import type { ReadIndexFile } from '../engine/look-up-words.ts';
import { searchTexts } from './texts.ts';
import type { SearchTexts } from './texts.ts';
import { queryWords } from '../engine/tokenize.ts';

export interface SearchOptions {
  /** Address of the site's root with a slash at its end: `/` or `/docs/`. */
  readonly base: string;
  /** Version, product or language to search in; `''` for all. */
  readonly scope: string;
  /** Language of the page. */
  readonly language: string;
}

const MAX_RESULTS = 8;
let opened: SearchDialog | undefined;

/** Shows the dialog; called again while it is open, it selects the text. */
export function openSearch(options: SearchOptions): void {
  opened ??= createDialog(options);
  opened.show();
}

interface SearchDialog {
  show(): void;
}

function createDialog({ base, scope, language }: SearchOptions): SearchDialog {
  const texts = searchTexts(language);
  const { dialog, input, list, status } = buildDialog(texts);
  const read = createReader(new URL(`${base}_docwright/search/`, location.href));
  let selected = -1;
  let asked = 0;

  const select = (index: number) => {
    const options = [...list.children];
    options[selected]?.setAttribute('aria-selected', 'false');
    selected = options.length === 0 ? -1 : (index + options.length) % options.length;
    const option = options[selected];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else {
      option.setAttribute('aria-selected', 'true');
      option.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', option.id);
    }
  };
  const show = (results: readonly SearchHit[], query: string) => {
    list.replaceChildren(...results.map((result, index) => buildResult(result, { index, query, base })));
    input.setAttribute('aria-expanded', String(results.length > 0));
    status.textContent =
      query.trim() === ''
        ? texts.empty
        : results.length === 0
          ? texts.none.replace('{q}', query.trim())
          : texts.count.replace('{n}', String(results.length));
    select(0);
  };
  const update = async () => {
    const turn = ++asked;
    const query = input.value;
    try {
      const { hits } = await searchIndex(read, query, { scope, limit: MAX_RESULTS });
      // A later question was asked meanwhile: its answer counts.
      if (turn === asked) show(hits, query);
    } catch {
      status.textContent = texts.failed;
    }
  };
  const follow = () => {
    const option = list.children[selected];
    if (!(option instanceof HTMLAnchorElement)) return;
    option.click();
  };

  input.addEventListener('input', () => void update());
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Enter') follow();
    else return;
    event.preventDefault();
  });
  list.addEventListener('pointermove', (event) => {
    const option = event.target instanceof Element ? event.target.closest('.search-result') : null;
    const index = option === null ? -1 : [...list.children].indexOf(option);
    if (index >= 0 && index !== selected) select(index);
  });
  // A result on the page that is open only moves it.
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    show() {
      if (!dialog.open) dialog.showModal();
      input.focus();
      input.select();
      void update();
    },
  };
}

interface DialogParts {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
}

function buildDialog(texts: SearchTexts): DialogParts {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(dialogStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const dialog = element('dialog', { class: 'search-dialog', 'aria-label': texts.label });
  const form = element('form', { method: 'dialog', role: 'search' });
  const input = element('input', {
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
  const close = element('button', { type: 'submit', 'aria-label': `${texts.close} (Esc)` });
  close.textContent = 'Esc';
  form.append(input, close);
  const list = element('div', {
    class: 'search-results',
    id: 'search-results',
    role: 'listbox',
    'aria-label': texts.label,
  });
  const status = element('p', { class: 'search-status', role: 'status' });
  dialog.append(form, list, status);
  document.body.append(dialog);
  return { dialog, input, list, status };
}

function buildResult(
  result: SearchHit,
  { index, query, base }: { index: number; query: string; base: string },
): HTMLElement {
  const page = result.path === 'index' ? 'index.html' : `${result.path}.html`;
  const hash = result.anchor === '' ? '' : `#${encodeURIComponent(result.anchor)}`;
  const link = element('a', {
    class: 'search-result',
    role: 'option',
    id: `search-result-${index}`,
    tabindex: '-1',
    'aria-selected': 'false',
    href: base + page.split('/').map(encodeURIComponent).join('/') + hash,
  });
  const words = queryWords(query).map(({ text }) => text);
  const title = element('strong', {});
  title.append(...markWords(result.heading || result.title, words));
  const trail = [...result.breadcrumbs, result.heading === '' ? '' : result.title]
    .filter((text) => text !== '')
    .join(' › ');
  link.append(title);
  if (trail !== '') {
    const place = element('small', {});
    place.textContent = trail;
    link.append(place);
  }
  if (result.snippet !== '') {
    const text = element('p', {});
    text.append(...markWords(result.snippet, words));
    link.append(text);
  }
  return link;
}

/** The text with the beginnings of words that were asked for in `<mark>`. */
function markWords(text: string, words: readonly string[]): (string | HTMLElement)[] {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (escaped.length === 0) return [text];
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'));
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

/** Each file once per page view; the browser's cache keeps them between pages. */
function createReader(folder: URL): ReadIndexFile {
  const files = new Map<string, Promise<Uint8Array>>();
  const load = async (name: string) => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return (name) => {
    let file = files.get(name);
    if (file === undefined) {
      file = load(name);
      file.catch(() => files.delete(name));
      files.set(name, file);
    }
    return file;
  };
}
