/** Long blocks marked `expandable` open on a click. */
export function foldCode(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.code-fold')) {
    button.addEventListener('click', () => {
      const open = button.parentElement?.classList.toggle('code-unfolded') === true;
      button.setAttribute('aria-expanded', String(open));
      button.textContent = open ? 'Show fewer lines' : 'Show all lines';
    });
  }
}
