import { remember } from './memory.ts';

/** Sets up the buttons that switch between dark and light mode, including on other open pages of the site. */
export function switchTheme(): void {
  const root = document.documentElement;
  for (const button of document.querySelectorAll('.theme-switch')) {
    button.addEventListener('click', () => {
      const dark = root.classList.toggle('dark');
      remember('dw-theme', dark ? 'dark' : 'light');
    });
  }
  addEventListener('storage', (event) => {
    if (event.key === 'dw-theme') root.classList.toggle('dark', event.newValue === 'dark');
  });
}
