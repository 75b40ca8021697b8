import { revealInTabs } from './define-tabs.ts';

/** A link to a place inside a closed accordion or an unselected tab opens it. */
export function followHash(): void {
  function reveal(): void {
    let target: HTMLElement | null = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      // A malformed address names no place.
    }
    if (!target) return;
    const hidden = target.offsetParent === null;
    for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
    revealInTabs(target);
    if (hidden) target.scrollIntoView();
  }
  addEventListener('hashchange', reveal);
  if (location.hash.length > 1) reveal();
}
