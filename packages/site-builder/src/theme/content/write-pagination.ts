import type { Html } from '../../markup/html.ts';
import type { NavLink, NavigationView } from '../../site/index.ts';
import { linkAttributes } from '../links.ts';
import { whenAny, whenSeen, writeFirst, writeIf } from '../for-readers.ts';
import { escapeText } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';
import type { UiText } from '../../text/ui-text.ts';

/** Writes links to the previous and next page in reading order. */
export function writePagination(site: ThemeSite, view: NavigationView, text: UiText): Html {
  if (view.previous === undefined && view.next === undefined) return '';
  const links = [view.previous, view.next].flatMap((link) => link ?? []);
  return writeIf(site, whenAny(links.map((link) => ({ when: whenSeen(link) }))), writeLinks(site, view, text));
}

function writeLinks(site: ThemeSite, view: NavigationView, text: UiText): Html {
  return `<nav class="dw-pagination" id="pagination" aria-label="${text.previous} / ${text.next}">${writeNeighbor(site, view.previous, 'prev', text.previous)}${writeNeighbor(site, view.next, 'next', text.next)}</nav>`;
}

function writeNeighbor(site: ThemeSite, link: NavLink | undefined, relation: 'prev' | 'next', label: string): Html {
  if (link === undefined) return '';
  return writeFirst(
    site,
    link,
    (one) =>
      `<a class="page-${relation} pagination-${relation}" rel="${relation}" ${linkAttributes(site, one.target)}><span class="page-turn">${label}</span><span class="page-turn-title pagination-title">${escapeText(one.label)}</span></a>`,
  );
}
