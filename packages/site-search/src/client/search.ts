/**
 * The search dialog: a combobox with a list of results (w3.org/WAI/ARIA/apg/patterns/combobox). Focus stays in the text
 * field; arrow keys move through the results, Enter opens a result, Escape closes the dialog, and results are announced
 * in a live region.
 */
import type { SearchAnswer } from '../engine/search-index.ts';
import { buildAction, buildDialog, buildFilter, buildResult, hitAddress } from './dialog-parts.ts';
import { createPageFinder } from './find-pages.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import { countText, searchTexts } from './texts.ts';

export interface SearchOptions {
  /** Address of the site's root with a trailing slash: `/` or `/docs/`. */
  readonly base: string;
  /** Version, product or language to search in; `''` for all. */
  readonly scope: string;
  /** Language of the page. */
  readonly language: string;
  /** Labels of the dialog in the page's language; `undefined` for English. */
  readonly words?: string | undefined;
  /**
   * Address on the same origin that answers `GET ?q=&scope=&language=&limit=` with a `SearchAnswer`. Without an
   * endpoint, or if it fails or takes longer than 300 ms, the index in the browser is used.
   */
  readonly endpoint?: string;
  /** Whether the endpoint's answer replaces the results of the index, no matter how late it is. */
  readonly awaitsEndpoint?: boolean;
  /** Passes a question to the site's assistant; without it, the dialog doesn't mention an assistant. */
  readonly assistant?: (question: string) => void;
}

let opened: SearchDialog | undefined;

/** For `suggest-pages.ts`, which a page without search loads. */
export { createPageFinder, hitAddress };

/** Shows the dialog, or selects the text if the dialog is open. */
export function openSearch(options: SearchOptions): void {
  opened ??= new SearchDialog(options);
  opened.show();
}

class SearchDialog {
  readonly #options: SearchOptions;
  readonly #texts;
  readonly #parts;
  readonly #finder;
  #scope: string;
  #selected = -1;
  #asked = 0;
  #waiting = new AbortController();

  constructor(options: SearchOptions) {
    const { scope, words } = options;
    this.#options = options;
    this.#scope = scope;
    this.#texts = searchTexts(words);
    this.#parts = buildDialog(this.#texts);
    this.#finder = createPageFinder(options);
    this.#listen();
    void this.#showFilters();
  }

  show(): void {
    const { dialog, input } = this.#parts;
    if (!dialog.open) dialog.showModal();
    input.focus();
    input.select();
    void this.#update();
  }

  #listen(): void {
    const { dialog, input, list } = this.#parts;
    input.addEventListener('input', () => void this.#update());
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') this.#select(this.#selected + 1);
      else if (event.key === 'ArrowUp') this.#select(this.#selected - 1);
      else if (event.key === 'Enter') this.#follow();
      else return;
      event.preventDefault();
    });
    list.addEventListener('pointermove', (event) => {
      const option = event.target instanceof Element ? event.target.closest('.search-result') : null;
      const index = option === null ? -1 : [...list.children].indexOf(option);
      if (index >= 0 && index !== this.#selected) this.#select(index);
    });
    list.addEventListener('click', (event) => {
      if (!(event.target instanceof Element) || event.target.closest('a') === null) return;
      rememberSearch(input.value);
      // Opening a result on the current page only scrolls the page.
      dialog.close();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  #select(index: number): void {
    const { input, list } = this.#parts;
    const options = [...list.children];
    options[this.#selected]?.setAttribute('aria-selected', 'false');
    this.#selected = options.length === 0 ? -1 : (index + options.length) % options.length;
    const option = options[this.#selected];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else {
      option.setAttribute('aria-selected', 'true');
      option.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', option.id);
    }
  }

  #follow(): void {
    const option = this.#parts.list.children[this.#selected];
    if (option instanceof HTMLElement) option.click();
  }

  async #update(): Promise<void> {
    const turn = ++this.#asked;
    const query = this.#parts.input.value;
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    // Applies only if no later query has been sent.
    const show = (answer: SearchAnswer, isComplete: boolean): void => {
      if (turn !== this.#asked) return;
      this.#show(answer, query);
      this.#parts.dialog.ariaBusy = String(!isComplete);
      // For code that counts searches: the query and the number of results.
      if (isComplete) Object.assign(this.#parts.dialog.dataset, { query, results: answer.hits.length });
    };
    const showMeanwhile = (answer: SearchAnswer): void => show(answer, false);
    try {
      show(await this.#finder.find(query, this.#scope, { showMeanwhile, signal }), true);
    } catch {
      if (turn !== this.#asked) return;
      this.#parts.status.textContent = this.#texts.failed;
      this.#parts.dialog.ariaBusy = 'false';
    }
  }

  #show({ hits, didYouMean }: SearchAnswer, query: string): void {
    const { dialog, list, input, status } = this.#parts;
    const texts = this.#texts;
    const { base, assistant, words, language } = this.#options;
    const typed = query.trim();
    const entries = hits.map((hit, index) => buildResult(hit, { index, query, base }));
    const add = (text: string, run: () => void): HTMLElement => {
      const action = buildAction(entries.length, text, run);
      entries.push(action);
      return action;
    };
    if (typed === '') for (const recent of recentSearches()) add(recent, () => this.#search(recent));
    if (didYouMean !== undefined) add(texts.meant.replace('{q}', didYouMean), () => this.#search(didYouMean));
    if (assistant !== undefined && typed !== '')
      add(texts.ask.replace('{q}', typed), () => this.#ask(typed)).classList.add('search-ask');
    list.replaceChildren(...entries);
    // Suggestions shown before typing are announced above the list.
    dialog.classList.toggle('search-begins', typed === '' && entries.length > 0);
    input.setAttribute('aria-expanded', String(entries.length > 0));
    const found =
      hits.length === 0
        ? texts.none.replace('{q}', typed)
        : countText(texts.count, words === undefined ? 'en' : language, hits.length);
    const meant = didYouMean === undefined ? '' : ` · ${texts.meant.replace('{q}', didYouMean)}`;
    status.textContent = typed !== '' ? found + meant : entries.length > 0 ? texts.recent : texts.empty;
    this.#select(0);
  }

  #search(query: string): void {
    this.#parts.input.value = query;
    this.#parts.input.focus();
    void this.#update();
  }

  #ask(question: string): void {
    rememberSearch(question);
    this.#parts.dialog.close();
    this.#options.assistant?.(question);
  }

  /** Shows the filters if the site has more than one version, product or language. */
  async #showFilters(): Promise<void> {
    const scopes = await this.#finder.scopes().catch(() => []);
    const { filters, input } = this.#parts;
    if (scopes.length < 2) return;
    const show = () =>
      filters.replaceChildren(
        ...['', ...scopes].map((scope) =>
          buildFilter(scope === '' ? this.#texts.all : scope, scope === this.#scope, () => {
            this.#scope = scope;
            show();
            input.focus();
            void this.#update();
          }),
        ),
      );
    show();
  }
}
