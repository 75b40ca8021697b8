import { foldAnchor } from '../../text/slugify.ts';
import { revealInTabs } from './define-tabs.ts';

/**
 * Finds the element that a URL's fragment refers to: the element with that ID, or the first whose ID has the same
 * letters and digits. Addresses of other documentation tools, and of earlier versions of this one, spell the IDs of
 * headings differently.
 */
function findTarget(written: string): HTMLElement | null {
  const target = document.getElementById(written);
  const folded = foldAnchor(written);
  if (target !== null || folded === '' || written.startsWith(':~:')) return target;
  const wanted = new Set([folded, folded.replace(/^field/, 'param')]);
  const all = document.querySelectorAll<HTMLElement>('#content-area [id]');
  return [...all].find(({ id }) => wanted.has(foldAnchor(id))) ?? null;
}

/** Opens the closed accordion or the unselected tab that contains a link's target. */
export function followHash(): void {
  function reveal(): void {
    let target: HTMLElement | null = null;
    let written = '';
    try {
      written = decodeURIComponent(location.hash.slice(1));
      target = findTarget(written);
    } catch {
      // A malformed fragment doesn't refer to an element.
    }
    if (!target) return;
    const hidden = target.offsetParent === null || target.id !== written;
    for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
    revealInTabs(target);
    if (hidden) target.scrollIntoView();
  }
  addEventListener('hashchange', reveal);
  if (location.hash.length > 1) reveal();
}
