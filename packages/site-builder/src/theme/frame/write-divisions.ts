import type { Html } from '../../markup/html.ts';
import type { NavDivision, NavLink, NavOption } from '../../site/index.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { linkAttributes } from '../links.ts';
import { whenAny, whenSeen, whenTwo, writeFirst, writeIf, writeList } from '../for-readers.ts';
import type { ThemeSite } from '../theme-site.ts';
import type { UiText } from '../../text/ui-text.ts';

/** Writes a selector: the current choice, and a list of the others that opens on a click, without a script. */
export function writeSelector(site: ThemeSite, division: NavDivision, className: string, { menus }: UiText): Html {
  const shown = division.options.filter((option) => !option.hidden || option.current);
  const options = division.kind === 'language' ? shown.map(nameLanguage) : shown;
  if (options.length < 2) return '';
  const { kind } = division;
  const name = kind === 'dropdown' || kind === 'tab' || kind === 'anchor' ? menus.section : menus[kind];
  const hooks = selectorHooks(division.kind, className);
  const items = options
    .map((option) => writeFirst(site, option, (one) => `<li>${writeOption(site, one, hooks.prefix)}</li>`))
    .join('');
  return writeIf(
    site,
    whenTwo(options.map((option) => ({ when: whenSeen(option) }))),
    `<details class="menu selector selector-${division.kind} ${className}"><summary${hooks.trigger}><span class="sr-only">${escapeText(name)}: </span>` +
      `${writeCurrent(site, options)}</summary><ul class="menu-list ${hooks.prefix}-content"${hooks.contentId} role="list">${items}</ul></details>`,
  );
}

/** Writes the option that contains the page, otherwise the first. */
function writeCurrent(site: ThemeSite, options: readonly NavOption[]): Html {
  const write = (option: NavOption): Html =>
    `${optionIcon(site, option)}<span class="selector-label">${escapeText(option.label)}${tagOf(option)}</span>`;
  const current = options.find((option) => option.current);
  if (current !== undefined) return write(current);
  return options.reduceRight((rest, option) => writeIf(site, whenSeen(option), write(option), rest), '');
}

interface SelectorHooks {
  /** Prefix of the names that the format documents for style sheets of sites. */
  readonly prefix: string;
  /** Attributes of the summary. */
  readonly trigger: string;
  readonly contentId: string;
}

/**
 * Returns the class names and IDs of a selector. A selector can appear both in the bar and in the drawer; only the
 * language selector in the bar, whose `className` is empty, has IDs.
 */
function selectorHooks(kind: NavDivision['kind'], className: string): SelectorHooks {
  const prefix =
    kind === 'language'
      ? 'localization-select'
      : kind === 'product'
        ? 'nav-dropdown-products-selector'
        : 'nav-dropdown';
  const hasIds = kind === 'language' && className === '';
  return {
    prefix,
    trigger: ` class="${prefix}-trigger"${hasIds ? ` id="${prefix}-trigger"` : ''}`,
    contentId: hasIds ? ` id="${prefix}-content"` : '',
  };
}

/** Codes that real sites use although they aren't BCP 47 tags. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = { cn: 'zh-Hans', jp: 'ja', 'ja-jp': 'ja' };

/**
 * Names of languages, by code. Determining them for each page took 4% of the build time of a site with 24,803 pages in
 * three languages.
 */
const ownNames = new Map<string, string>();

function ownName(code: string): string {
  const known = ownNames.get(code);
  if (known !== undefined) return known;
  const tag = (Object.hasOwn(LANGUAGE_TAGS, code) ? LANGUAGE_TAGS[code] : undefined) ?? code;
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  const capitalized = name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  ownNames.set(code, capitalized);
  return capitalized;
}

/** Labels a language with its own name: `fr` → `Français`. */
function nameLanguage(option: NavOption): NavOption {
  if (!/^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(option.label)) return option;
  const label = ownName(option.label);
  return { ...option, label, ...(option.otherwise === undefined ? {} : { otherwise: nameLanguage(option.otherwise) }) };
}

function writeOption(site: ThemeSite, option: NavOption, prefix: string): Html {
  const active = option.current ? ' aria-current="true" data-active="true"' : '';
  return `<a class="menu-item ${prefix}-item" ${linkAttributes(site, option.target)}${active}>${writeItem(site, option, prefix)}</a>`;
}

/** Writes the icon, title and description of a menu entry. */
function writeItem(
  site: ThemeSite,
  option: NavLink & { readonly color?: string; readonly tag?: string },
  prefix: string,
): Html {
  const note =
    option.description === undefined
      ? ''
      : `<span class="menu-note ${prefix}-item-description">${escapeText(option.description)}</span>`;
  return `${optionIcon(site, option, `${prefix}-item-icon`)}<span class="menu-text ${prefix}-item-text-container"><span class="${prefix}-item-title">${escapeText(option.label)}</span>${tagOf(option)}${note}</span>`;
}

function optionIcon(site: ThemeSite, option: NavLink & { readonly color?: string }, className?: string): Html {
  if (option.icon === undefined) return '';
  return site.icon({
    ...option.icon,
    ...(option.color !== undefined && { color: option.color }),
    ...(className !== undefined && { className }),
  });
}

function tagOf(option: { readonly tag?: string }): Html {
  return option.tag === undefined || option.tag === ''
    ? ''
    : `<span class="tag nav-tag-pill"><span class="nav-tag-pill-text">${escapeText(option.tag)}</span></span>`;
}

/** Writes the tabs of one division as a row of links; a tab with a menu opens it. */
export function writeTabRow(site: ThemeSite, division: NavDivision): Html {
  const items = shownTabs(division).map((option) => ({
    when: whenSeen(option),
    html: writeFirst(
      site,
      option,
      (one) => `<li${one.align === 'end' ? ' class="tab-end"' : ''}>${writeTab(site, one)}</li>`,
    ),
  }));
  return writeList(site, items, (html) => `<ul class="nav-tabs" role="list">${html}</ul>`);
}

export function shownTabs({ options }: NavDivision): readonly NavOption[] {
  return options.filter((option) => !option.hidden || option.current);
}

function writeTab(site: ThemeSite, option: NavOption): Html {
  const { menu = [] } = option;
  if (menu.length === 0) return writeTabLink(site, option);
  const links = menu.map((link) => ({ when: whenSeen(link) }));
  return writeIf(site, whenAny(links), writeTabMenu(site, option, menu), writeTabLink(site, option));
}

function writeTabLink(site: ThemeSite, option: NavOption): Html {
  return `<a class="nav-tab nav-tabs-item" ${linkAttributes(site, option.target)}${option.current ? ' aria-current="true" data-active="true"' : ''}>${optionIcon(site, option)}${escapeText(option.label)}${tagOf(option)}</a>`;
}

function writeTabMenu(site: ThemeSite, option: NavOption, menu: readonly NavLink[]): Html {
  const items = menu
    .map((link) =>
      writeFirst(
        site,
        link,
        (one) =>
          `<li><a class="menu-item nav-dropdown-item" ${linkAttributes(site, one.target)}>${writeItem(site, one, 'nav-dropdown')}</a></li>`,
      ),
    )
    .join('');
  return `<details class="menu tab-dropdown"><summary class="nav-tab nav-tabs-item nav-dropdown-trigger"${option.current ? ' aria-current="true" data-active="true"' : ''}>${optionIcon(site, option)}${escapeText(option.label)}</summary><ul class="menu-list nav-dropdown-content" role="list">${items}</ul></details>`;
}

interface ListLink extends NavLink {
  readonly current?: boolean;
  readonly color?: string;
  readonly hidden?: boolean;
  readonly otherwise?: ListLink;
}

/** Writes divisions as a list of links at the head of the sidebar. */
export function writeLinkList(site: ThemeSite, links: readonly ListLink[], className: string): Html {
  const entryClass = className.startsWith('side-tabs') ? 'side-anchor mobile-nav-tabs-item' : 'side-anchor nav-anchor';
  const items = links
    .filter((link) => link.hidden !== true || link.current === true)
    .map((link) => ({
      when: whenSeen(link),
      html: writeFirst(site, link, (one) => writeListItem(site, one, entryClass)),
    }));
  return writeList(site, items, (html) => `<ul class="${className}" role="list">${html}</ul>`);
}

function writeListItem(site: ThemeSite, link: ListLink, entryClass: string): Html {
  const icon = link.icon === undefined ? '' : `<span class="side-anchor-icon">${optionIcon(site, link)}</span>`;
  return `<li><a class="${entryClass}" ${linkAttributes(site, link.target)}${link.current === true ? ' aria-current="true" data-active="true"' : ''}>${icon}<span>${escapeText(link.label)}</span></a></li>`;
}
