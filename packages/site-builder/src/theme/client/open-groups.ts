/**
 * Opens the groups of a large sidebar in place. A group without the current page is a link to its first page; a click
 * shows the entries instead, which all pages read from one file. If it can't be read, the reader follows the link.
 */
export function openGroups(): void {
  const nav = document.querySelector<HTMLElement>('.side-nav[data-parts]');
  if (!nav) return;
  let parts: Promise<Record<string, string>> | undefined;
  announce(nav);
  nav.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.side-more') : null;
    const item = link?.closest<HTMLElement>('[data-part]');
    if (!link || !item) return;
    event.preventDefault();
    parts ??= read(nav.dataset['parts'] ?? '');
    void parts
      .then((found) => show(item, found[item.dataset['part'] ?? ''] ?? ''))
      .catch(() => location.assign(link.href));
  });
  // Browsers do this for buttons, but not for links with that role.
  nav.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement) || event.target.role !== 'button') return;
    event.preventDefault();
    event.target.click();
  });
}

async function read(address: string): Promise<Record<string, string>> {
  return (await fetch(address)).json();
}

function show(item: HTMLElement, html: string): void {
  // Another click has already replaced it.
  if (!item.isConnected) return;
  const template = document.createElement('template');
  template.innerHTML = html;
  const group = template.content.firstElementChild;
  // A page from an older version of the site: the group has another title now.
  if (!group) throw new Error('unknown group');
  const details = group.querySelector<HTMLDetailsElement>(':scope > details');
  if (details) details.open = true;
  item.replaceWith(group);
  announce(group);
  group.querySelector<HTMLElement>('summary, a')?.focus();
}

/** Marks links as buttons for screen readers, because they behave like buttons with this script. */
function announce(root: Element): void {
  for (const link of root.querySelectorAll('[data-part] a.side-more')) {
    link.setAttribute('role', 'button');
    link.setAttribute('aria-expanded', 'false');
  }
}
