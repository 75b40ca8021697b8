import type { Html } from '../markup/html.ts';
import type { NavDivision, NavLink, NavOption } from '../site/index.ts';
import { escapeAttribute, escapeText } from '../markup/escape-html.ts';
import type { ThemeSite } from './theme-site.ts';

const NAMES: Readonly<Record<NavDivision['kind'], string>> = {
  product: 'Product',
  language: 'Language',
  version: 'Version',
  dropdown: 'Section',
  tab: 'Tabs',
  anchor: 'Anchors',
};

/** The site's first page: every bundle has an `index.html`, even if no page of that path was written. */
export function homeHref(site: ThemeSite): string {
  return `${site.basePath}/index.html`;
}

/** `href`, and what a link to another site needs. */
export function linkAttributes(site: ThemeSite, target: string): string {
  const external = /^(?:https?:)?\/\//i.test(target) ? ' target="_blank" rel="noreferrer"' : '';
  return `href="${escapeAttribute(site.href(target))}"${external}`;
}

/** A selector: the current choice, and a list of the others that opens on a click, without a script. */
export function writeSelector(site: ThemeSite, division: NavDivision, className: string): Html {
  const shown = division.options.filter((option) => !option.hidden || option.current);
  const options = division.kind === 'language' ? shown.map(nameLanguage) : shown;
  const current = options.find((option) => option.current) ?? options[0];
  if (current === undefined) return '';
  if (options.length === 1) return '';
  const items = options.map((option) => `<li>${writeOption(site, option)}</li>`).join('');
  return (
    `<details class="menu selector selector-${division.kind} ${className}"><summary><span class="sr-only">${NAMES[division.kind]}: </span>` +
    `${optionIcon(site, current)}<span class="selector-label">${escapeText(current.label)}${tagOf(current)}</span></summary><ul class="menu-list" role="list">${items}</ul></details>`
  );
}

/** Codes on real sites that aren't BCP 47 tags. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = { cn: 'zh-Hans', jp: 'ja', 'ja-jp': 'ja' };

/** A language is offered under the name that its speakers give it: `fr` → `Français`. */
function nameLanguage(option: NavOption): NavOption {
  if (!/^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(option.label)) return option;
  const tag = (Object.hasOwn(LANGUAGE_TAGS, option.label) ? LANGUAGE_TAGS[option.label] : undefined) ?? option.label;
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return { ...option, label: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
}

function writeOption(site: ThemeSite, option: NavOption): Html {
  const description =
    option.description === undefined ? '' : `<span class="menu-note">${escapeText(option.description)}</span>`;
  return `<a class="menu-item" ${linkAttributes(site, option.target)}${option.current ? ' aria-current="true"' : ''}>${optionIcon(site, option)}<span class="menu-text">${escapeText(option.label)}${tagOf(option)}${description}</span></a>`;
}

function optionIcon(site: ThemeSite, option: NavLink & { readonly color?: string }): Html {
  return option.icon === undefined
    ? ''
    : site.icon(option.color === undefined ? option.icon : { ...option.icon, color: option.color });
}

function tagOf(option: { readonly tag?: string }): Html {
  return option.tag === undefined || option.tag === '' ? '' : `<span class="tag">${escapeText(option.tag)}</span>`;
}

/** The tabs of one division as a row of links; a tab with a menu opens it. */
export function writeTabRow(site: ThemeSite, division: NavDivision): Html {
  const items = division.options
    .filter((option) => !option.hidden || option.current)
    .map(
      (option) =>
        `<li${option.align === 'end' ? ' class="tab-end"' : ''}>${option.menu === undefined || option.menu.length === 0 ? writeTabLink(site, option) : writeTabMenu(site, option, option.menu)}</li>`,
    );
  return items.length === 0 ? '' : `<ul class="nav-tabs" role="list">${items.join('')}</ul>`;
}

function writeTabLink(site: ThemeSite, option: NavOption): Html {
  return `<a class="nav-tab nav-tabs-item" ${linkAttributes(site, option.target)}${option.current ? ' aria-current="true" data-active="true"' : ''}>${optionIcon(site, option)}${escapeText(option.label)}${tagOf(option)}</a>`;
}

function writeTabMenu(site: ThemeSite, option: NavOption, menu: readonly NavLink[]): Html {
  const items = menu
    .map((link) => {
      const note =
        link.description === undefined ? '' : `<span class="menu-note">${escapeText(link.description)}</span>`;
      return `<li><a class="menu-item" ${linkAttributes(site, link.target)}>${optionIcon(site, link)}<span class="menu-text">${escapeText(link.label)}${note}</span></a></li>`;
    })
    .join('');
  return `<details class="menu tab-dropdown"><summary class="nav-tab nav-tabs-item"${option.current ? ' aria-current="true" data-active="true"' : ''}>${optionIcon(site, option)}${escapeText(option.label)}</summary><ul class="menu-list" role="list">${items}</ul></details>`;
}

/** Divisions as a list of links at the head of the sidebar. */
export function writeLinkList(
  site: ThemeSite,
  links: readonly (NavLink & { readonly current?: boolean; readonly color?: string; readonly hidden?: boolean })[],
  className: string,
): Html {
  const items = links
    .filter((link) => link.hidden !== true || link.current === true)
    .map(
      (link) =>
        `<li><a class="side-anchor nav-anchor" ${linkAttributes(site, link.target)}${link.current === true ? ' aria-current="true"' : ''}>${link.icon === undefined ? '' : `<span class="side-anchor-icon">${optionIcon(site, link)}</span>`}<span>${escapeText(link.label)}</span></a></li>`,
    )
    .join('');
  return items === '' ? '' : `<ul class="${className}" role="list">${items}</ul>`;
}
