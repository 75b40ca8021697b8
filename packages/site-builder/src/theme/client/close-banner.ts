import { remember } from './memory.ts';

export function closeBanner(): void {
  const button = document.querySelector<HTMLElement>('.banner-close');
  button?.addEventListener('click', () => {
    remember('dw-banner', button.dataset['banner'] ?? '');
    document.documentElement.classList.add('no-banner');
  });
}
