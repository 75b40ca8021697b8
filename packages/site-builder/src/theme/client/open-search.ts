interface SearchPlace {
  readonly base: string;
  readonly scope: string;
  readonly language: string;
  readonly endpoint?: string;
  /** Whether the index in the browser lacks pages that the reader may see. */
  readonly awaitsEndpoint?: boolean;
  /** Labels of the dialog in the page's language. */
  readonly words?: string;
}

interface SearchModule {
  openSearch(options: SearchPlace): void;
}

interface NearestModule {
  /** Fills `place` with the pages whose addresses are most similar to a missing address. */
  suggestPages(options: SearchPlace & { readonly search: SearchModule; readonly place: HTMLElement }): Promise<void>;
}

/** Loads the search when it is first needed, and opens it on a click on its button, Ctrl+K, ⌘K or `/`. */
export function openSearchOnDemand(): void {
  const root = document.documentElement;
  const source = root.dataset['search'];
  if (source === undefined) return;

  const { base = '/', scope = '', searchEndpoint, searchAwaits, searchWords } = root.dataset;
  const site: SearchPlace = {
    base,
    scope,
    language: root.lang,
    ...(searchEndpoint === undefined ? {} : { endpoint: searchEndpoint, awaitsEndpoint: searchAwaits !== undefined }),
    ...(searchWords === undefined ? {} : { words: searchWords }),
  };
  const load = (): Promise<SearchModule> => import(source) as Promise<SearchModule>;

  async function open(): Promise<void> {
    const search = await load();
    // Other scripts of the page can add parts to the dialog.
    const options = { ...site };
    document.dispatchEvent(new CustomEvent('docwright-search', { detail: options }));
    search.openSearch(options);
  }

  async function suggest(place: HTMLElement): Promise<void> {
    const [search, nearest] = await Promise.all([load(), import(place.dataset['script'] ?? '')]);
    await (nearest as NearestModule).suggestPages({ ...site, search, place });
  }

  const near = document.querySelector<HTMLElement>('.not-found-near');
  // If they can't be loaded, the page doesn't show suggestions.
  if (near !== null) suggest(near).catch(() => undefined);

  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  for (const key of document.querySelectorAll('.search-key')) if (isMac) key.textContent = '⌘K';
  for (const button of document.querySelectorAll('.search-open')) {
    button.addEventListener('click', () => void open());
    // Fetches the search when the pointer enters the button, so that it is loaded before the click.
    button.addEventListener('pointerenter', () => void load(), { once: true });
  }
  addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]');
    const combined = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!combined && (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey)) return;
    event.preventDefault();
    void open();
  });
}
