/** A printed page shows its address; the style sheet hides it on screens. */
export function addressPrint(): void {
  const header = document.querySelector<HTMLElement>('.dw-header');
  if (header) header.dataset['address'] = location.origin + location.pathname;
}
