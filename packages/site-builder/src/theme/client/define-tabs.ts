import { recall, remember } from './memory.ts';

const KEY = 'dw-tab';
const CHANGE = 'dw-tab';

/** `<dw-tabs>`: the ARIA tabs pattern. Sets that share a title change together, and the choice is stored. */
class TabSet extends HTMLElement {
  private tabs: HTMLElement[] = [];
  private panels: HTMLElement[] = [];
  private menu: HTMLSelectElement | null = null;

  connectedCallback(): void {
    this.panels = [...this.querySelectorAll<HTMLElement>(':scope > .tab-panel')];
    this.tabs = [...this.querySelectorAll<HTMLElement>(':scope > [role=tablist] > [role=tab]')];
    this.menu = this.querySelector<HTMLSelectElement>(':scope > .tab-menu > select');
    this.tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => this.choose(index));
      tab.addEventListener('keydown', (event) => this.move(event, index));
    });
    this.menu?.addEventListener('change', () => this.choose(this.menu?.selectedIndex ?? 0));
    this.panels.forEach((panel, index) => {
      // The browser's find-in-page or a link to something inside opens the panel.
      panel.addEventListener('beforematch', () => this.select(index));
    });
    if (!this.hasAttribute('data-sync')) return;
    document.addEventListener(CHANGE, (event) => this.follow((event as CustomEvent<string>).detail));
    const known = recall(KEY);
    if (known !== null) this.follow(known);
  }

  /** Shows the panel that contains `element`, in this set and in the sets around it. */
  reveal(element: Element): void {
    const index = this.panels.findIndex((panel) => panel.contains(element));
    if (index >= 0) this.select(index);
  }

  private choose(index: number): void {
    const before = this.getBoundingClientRect().top;
    this.select(index);
    const title = this.panels[index]?.dataset['title'] ?? '';
    if (this.hasAttribute('data-sync')) {
      remember(KEY, title);
      document.dispatchEvent(new CustomEvent(CHANGE, { detail: title }));
    }
    // Sets above may have changed their height: keeps the clicked set at its position on the screen.
    scrollBy({ top: this.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  private follow(title: string): void {
    const index = this.panels.findIndex((panel) => panel.dataset['title'] === title);
    if (index >= 0) this.select(index);
  }

  private select(index: number): void {
    this.tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    });
    this.panels.forEach((panel, at) => {
      if (at === index) panel.removeAttribute('hidden');
      else panel.setAttribute('hidden', 'until-found');
    });
    if (this.menu) this.menu.selectedIndex = index;
  }

  private move(event: KeyboardEvent, index: number): void {
    const step = getComputedStyle(this).direction === 'rtl' ? -1 : 1;
    const count = this.tabs.length;
    const targets: Record<string, number> = {
      ArrowRight: index + step,
      ArrowLeft: index - step,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = (target + count) % count;
    this.choose(at);
    this.tabs[at]?.focus();
  }
}

export function defineTabs(): void {
  customElements.define('dw-tabs', TabSet);
}

export function revealInTabs(element: Element): void {
  for (let set = element.closest('dw-tabs'); set; set = set.parentElement?.closest('dw-tabs') ?? null) {
    if (set instanceof TabSet) set.reveal(element);
  }
}
