import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../../markup/html.ts';
import type { NavDirectory, NavEntry, NavGroup } from '../../site/index.ts';
import { linkAttributes } from '../links.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { whenAny, writeIf } from '../for-readers.ts';
import type { UiText } from '../../text/ui-text.ts';
import type { ThemeSite } from '../theme-site.ts';

/** Writes the content below a group's root page: its pages and groups, as cards or as a collapsible list. */
export function writeDirectory(site: ThemeSite, directory: NavDirectory | undefined, text: UiText): Html {
  if (directory === undefined) return '';
  return writeIf(site, whenAny(directory.entries), writeNav(site, directory, text));
}

function writeNav(site: ThemeSite, directory: NavDirectory, text: UiText): Html {
  return directory.layout === 'card'
    ? `<nav class="directory directory-cards" aria-label="${escapeAttribute(text.labels.pages)}"><ul role="list">${directory.entries.map((entry) => writeIf(site, entry.when, writeCard(site, entry))).join('')}</ul></nav>`
    : `<nav class="directory directory-list" aria-label="${escapeAttribute(text.labels.pages)}">${writeList(site, directory.entries)}</nav>`;
}

function writeCard(site: ThemeSite, entry: NavEntry): Html {
  const icon = entry.icon === undefined ? '' : `<span class="directory-icon">${site.icon(entry.icon)}</span>`;
  const target = targetOf(entry);
  const label = escapeText(entry.label);
  const list =
    entry.kind === 'group' && (entry.root === undefined || entry.rootWhen !== undefined)
      ? writeList(site, entry.entries)
      : '';
  const inside = entry.kind === 'group' && entry.root !== undefined ? writeIf(site, entry.rootWhen, '', list) : list;
  const plain = `<span>${label}</span>`;
  const title =
    target === undefined
      ? plain
      : writeIf(site, rootWhenOf(entry), `<a ${linkAttributes(site, target)}>${label}</a>`, plain);
  const description = entry.kind === 'page' ? (entry.description ?? '') : '';
  const text =
    description === '' ? '' : `<span class="directory-text">${escapeText(description.replace(/[`*]/g, ''))}</span>`;
  return `<li class="directory-card">${icon}<span class="directory-title directory-page">${title}</span>${text}${inside}</li>`;
}

function writeList(site: ThemeSite, entries: readonly NavEntry[]): Html {
  return `<ul role="list">${entries.map((entry) => writeIf(site, entry.when, `<li>${writeEntry(site, entry)}</li>`)).join('')}</ul>`;
}

function writeEntry(site: ThemeSite, entry: NavEntry): Html {
  if (entry.kind === 'group') return writeGroup(site, entry);
  return `<a class="directory-page" ${linkAttributes(site, entry.url ?? entry.path)}>${escapeText(entry.label)}</a>`;
}

function writeGroup(site: ThemeSite, group: NavGroup): Html {
  const root =
    group.root === undefined
      ? ''
      : writeIf(site, group.rootWhen, `<li><a ${linkAttributes(site, group.root)}>${escapeText(group.label)}</a></li>`);
  const items = group.entries.map((entry) => writeIf(site, entry.when, `<li>${writeEntry(site, entry)}</li>`)).join('');
  return `<details class="directory-group" open><summary>${escapeText(group.label)}</summary><ul role="list">${root}${items}</ul></details>`;
}

function rootWhenOf(entry: NavEntry): Condition | undefined {
  return entry.kind === 'group' ? entry.rootWhen : undefined;
}

function targetOf(entry: NavEntry): string | undefined {
  return entry.kind === 'page' ? (entry.url ?? entry.path) : entry.root;
}
