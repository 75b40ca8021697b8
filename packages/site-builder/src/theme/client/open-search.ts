interface SearchModule {
  openSearch(options: { readonly base: string; readonly scope: string; readonly language: string }): void;
}

/** The search is loaded when it is first opened: by its button, Ctrl+K, ⌘K or `/`. */
export function openSearchOnDemand(): void {
  const root = document.documentElement;
  const source = root.dataset['search'];
  if (source === undefined) return;

  async function open(): Promise<void> {
    const search = (await import(source ?? '')) as SearchModule;
    search.openSearch({ base: root.dataset['base'] ?? '/', scope: root.dataset['scope'] ?? '', language: root.lang });
  }

  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  for (const key of document.querySelectorAll('.search-key')) if (isMac) key.textContent = '⌘K';
  for (const button of document.querySelectorAll('.search-open')) {
    button.addEventListener('click', () => void open());
    // The pointer is on its way: fetch now, so that the click finds it there.
    button.addEventListener('pointerenter', () => void import(source), { once: true });
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
