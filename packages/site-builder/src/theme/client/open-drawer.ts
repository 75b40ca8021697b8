import { copyMenus } from './copy-menus.ts';

/**
 * Sets up the drawer that the sidebar becomes on small screens: it receives the focus, traps it while open, and returns
 * it when closed.
 */
export function openDrawer(): void {
  const root = document.documentElement;
  const sidebar = document.querySelector<HTMLElement>('.dw-sidebar');
  const openers = [...document.querySelectorAll<HTMLElement>('.nav-open')];
  if (!sidebar || openers.length === 0) return;
  const outside = [...document.querySelectorAll('#content-area, .dw-navbar, .place-bar, .dw-footer, .dw-banner')];
  let opener: HTMLElement | undefined;

  function set(open: boolean): void {
    if (open && sidebar) copyMenus(sidebar);
    root.classList.toggle('drawer-open', open);
    for (const button of openers) button.setAttribute('aria-expanded', String(open));
    for (const element of outside) element.toggleAttribute('inert', open);
    if (open) sidebar?.querySelector<HTMLElement>('.nav-close')?.focus();
    else opener?.focus();
  }

  for (const button of openers) {
    button.addEventListener('click', (event) => {
      // The same click must not reach the listener that closes the drawer.
      event.stopPropagation();
      opener = button;
      set(true);
    });
  }
  sidebar.querySelector('.nav-close')?.addEventListener('click', () => set(false));
  document.addEventListener('click', (event) => {
    if (root.classList.contains('drawer-open') && event.target instanceof Node && !sidebar.contains(event.target))
      set(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && root.classList.contains('drawer-open')) set(false);
  });
  // A wide window has no drawer, so the page must not remain inert.
  matchMedia('(min-width:64.01rem)').addEventListener('change', (change) => {
    if (change.matches && root.classList.contains('drawer-open')) set(false);
  });
  for (const group of sidebar.querySelectorAll<HTMLDetailsElement>('details[data-drill]')) {
    group.querySelector('summary')?.addEventListener('click', () => {
      if (!group.open && !group.querySelector('[aria-current]')) location.href = group.dataset['drill'] ?? '';
    });
  }
}
