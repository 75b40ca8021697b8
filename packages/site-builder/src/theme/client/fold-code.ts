/**
 * Expands and collapses long blocks marked `expandable` on a click. A single listener handles all blocks, because
 * islands draw some of them later.
 */
export function foldCode(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('.code-fold') : null;
    if (button === null) return;
    const open = button.parentElement?.classList.toggle('code-unfolded') === true;
    button.setAttribute('aria-expanded', String(open));
    button.dataset['all'] ??= button.textContent;
    button.textContent = open ? (button.dataset['fewer'] ?? 'Show fewer lines') : button.dataset['all'];
  });
}
