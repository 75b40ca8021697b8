/**
 * Fills the drawer with the bar's selectors and tabs, if the page leaves them out because of their length. The result
 * is the same as the drawer of a page with short menus.
 */
export function copyMenus(sidebar: HTMLElement): void {
  const selectors = sidebar.querySelector<HTMLElement>('[data-copies]');
  if (!selectors) return;
  selectors.removeAttribute('data-copies');
  const rest = selectors.firstChild;
  for (const selector of document.querySelectorAll('.navbar-selectors > .selector')) {
    const copy = selector.cloneNode(true) as HTMLElement;
    copy.classList.add('drawer-selector');
    for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
    selectors.insertBefore(copy, rest);
  }
  for (const tab of document.querySelectorAll('.tab-bar a.nav-tab'))
    selectors.nextElementSibling?.append(copyTab(tab as HTMLAnchorElement));
}

function copyTab(tab: HTMLAnchorElement): HTMLElement {
  const link = tab.cloneNode() as HTMLAnchorElement;
  link.className = 'side-anchor mobile-nav-tabs-item';
  const icon = tab.querySelector('svg, img');
  if (icon) {
    const place = document.createElement('span');
    place.className = 'side-anchor-icon';
    place.append(icon.cloneNode(true));
    link.append(place);
  }
  const label = document.createElement('span');
  label.textContent = [...tab.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent ?? '';
  link.append(label);
  const item = document.createElement('li');
  item.append(link);
  return item;
}
