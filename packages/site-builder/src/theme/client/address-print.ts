/** Adds the page's address to its header for printing; the style sheet hides it on screens. */
export function addressPrint(): void {
  const header = document.querySelector<HTMLElement>('.dw-header');
  if (header) header.dataset['address'] = location.origin + location.pathname;
}
