/** A printed page says where it stands; the style sheet shows the address on paper only. */
export function addressPrint(): void {
  const header = document.querySelector<HTMLElement>('.dw-header');
  if (header) header.dataset['address'] = location.origin + location.pathname;
}
