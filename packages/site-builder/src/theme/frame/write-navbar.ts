import type { Condition } from '@docwright/site-access/rules';
import type { SiteConfig, NavDivision, NavigationView } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { writeAssistantButton } from './write-assistant.ts';
import type { ThemeFrame } from '../theme-frame.ts';
import type { ThemeSite } from '../theme-site.ts';
import type { UiText } from '../../text/ui-text.ts';
import { homeHref, linkAttributes } from '../links.ts';
import { whenAny, whenLink, whenSeen, writeIf } from '../for-readers.ts';
import { shownTabs, writeLinkList, writeSelector, writeTabRow } from './write-divisions.ts';

/** The parts of a page's frame that depend on its position in the navigation but not on the page itself. */
export interface NavbarParts {
  readonly navbar: Html;
  /** Selectors, tabs and links at the head of the sidebar; some appear only in the drawer of small screens. */
  readonly sidebarHead: Html;
  /** The readers who see tabs; `[]` if no one does. */
  readonly tabsWhen: Condition | undefined;
}

/** Selectors shown in the bar; products and dropdowns are wide and therefore in the sidebar. */
const BAR_SELECTORS = new Set<NavDivision['kind']>(['version', 'language']);

export function writeNavbarParts(frame: ThemeFrame, view: NavigationView, text: UiText): NavbarParts {
  const { site, look } = frame;
  const tabs = view.divisions.filter((division) => division.kind === 'tab');
  const rows = tabs.map((division) => writeTabRow(site, division)).join('');
  const inBar = view.divisions.filter((division) => BAR_SELECTORS.has(division.kind));
  const inSide = view.divisions.filter((division) => division.kind === 'product' || division.kind === 'dropdown');
  const anchors = view.divisions.filter((division) => division.kind === 'anchor');
  const barSelectors = inBar.map((division) => writeSelector(site, division, '', text)).join('');
  const tabsWhen = whenAny(tabs.flatMap(shownTabs).map((option) => ({ when: whenSeen(option) })));
  const tabNav =
    rows === ''
      ? ''
      : writeIf(
          site,
          tabsWhen,
          `<nav class="tab-bar" aria-label="${escapeAttribute(text.labels.sections)}">${rows}</nav>`,
        );
  const links = writeNavbarLinks(site, view.frame.navbar ?? site.config.navbar);
  const logo = writeLogo(site);
  const search = writeSearchButton(site, text);
  // With a full-height sidebar, the bar and its search appear only on small screens.
  const barSearch =
    look.frame === 'side' ? search.replace(' id="search-bar-entry"', ' id="search-bar-entry-mobile"') : search;
  const navbar =
    `<header class="dw-navbar" id="navbar"><div class="navbar-row"><button type="button" class="nav-open" aria-label="${escapeAttribute(text.menu)}" aria-controls="sidebar" aria-expanded="false"></button>` +
    `${logo}<div class="navbar-selectors">${barSelectors}</div>${look.tabs === 'bar' ? tabNav : ''}` +
    `<div class="navbar-search">${barSearch}${writeAssistantButton(site, text)}</div><nav class="navbar-links topbar-right-container" aria-label="${escapeAttribute(text.labels.site)}">${links}${writeSignIn(site, text, 'navbar-link')}</nav>${writeThemeSwitch(site, text)}</div>${look.tabs === 'row' ? tabNav : ''}</header>`;
  const brand =
    look.frame === 'side' ? `<div class="side-brand">${logo}</div><div class="side-search">${search}</div>` : '';
  const sidebarHead =
    `<div class="drawer-head"><button type="button" class="nav-close" aria-label="${escapeAttribute(text.close)}"></button></div>` +
    brand +
    inSide.map((division) => writeSelector(site, division, 'side-selector', text)).join('') +
    writeCopies(frame, { tabs, inBar }, text) +
    anchors.map((division) => writeLinkList(site, division.options, 'side-anchors nav-anchors')).join('') +
    writeLinkList(site, view.anchors, 'side-anchors nav-anchors');
  return { navbar, sidebarHead, tabsWhen };
}

const LOGO_HEIGHT = 28;

/**
 * Writes the sign-in link. The theme's script adds the open page to its address; for a signed-in reader, it becomes a
 * link to the account.
 */
function writeSignIn({ offersSignIn, basePath }: ThemeSite, text: UiText, className: string): Html {
  if (!offersSignIn) return '';
  return `<a class="${className} sign-in" href="${basePath}/login" rel="nofollow" data-account="${escapeAttribute(text.account)}">${escapeText(text.signIn)}</a>`;
}

/** Writes the logo, or both logos if they differ; the style sheet shows the one for the color scheme. */
export function writeLogo(site: ThemeSite): Html {
  const { light, dark, href } = site.config.logo;
  const name = escapeAttribute(site.config.name);
  const image = (path: string, className: string): Html => {
    const size = site.imageSize(path);
    // The hidden logo of a pair is never fetched.
    const lazy = className === '' ? '' : ' loading="lazy"';
    // The bar must not move when the image loads.
    const width = size === undefined ? '' : ` width="${Math.round((size.width / size.height) * LOGO_HEIGHT)}"`;
    return `<img class="nav-logo${className}" src="${escapeAttribute(site.asset(path))}" alt="${name}"${width} height="${LOGO_HEIGHT}"${lazy}>`;
  };
  let inside = `<span class="nav-logo nav-name">${escapeText(site.config.name)}</span>`;
  if (light !== undefined && light === dark) inside = image(light, '');
  else if (light !== undefined && dark !== undefined) inside = image(light, ' only-light') + image(dark, ' only-dark');
  else if (light !== undefined || dark !== undefined) inside = image(light ?? dark ?? '', '');
  const target = href === '' || href === '/' ? `href="${escapeAttribute(homeHref(site))}"` : linkAttributes(site, href);
  return `<a class="brand" ${target}>${inside}</a>`;
}

function writeNavbarLinks(site: ThemeSite, { links, primary }: SiteConfig['navbar']): Html {
  const plain = links
    .map((link) =>
      writeIf(
        site,
        whenLink(site, link.href),
        `<a class="navbar-link" ${linkAttributes(site, link.href)}${link.label === '' ? ` aria-label="${escapeAttribute(defaultName(link))}"` : ''}>${linkIcon(site, link)}${escapeText(link.label)}</a>`,
      ),
    )
    .join('');
  if (primary === undefined) return plain;
  const label = primary.label === '' ? defaultName(primary) : primary.label;
  // Real sites style the first span, which is the background of the text.
  const button = `<div id="topbar-cta-button"><a class="navbar-primary" ${linkAttributes(site, primary.href)}><span class="navbar-fill absolute"></span><div class="navbar-label">${linkIcon(site, primary)}<span>${escapeText(label)}</span></div></a></div>`;
  return plain + writeIf(site, whenLink(site, primary.href), button);
}

/** Maximum length, in characters, of the copies that a page contains: about 20 links. */
const maxCopiesLength = 4_000;

interface CopiedDivisions {
  readonly tabs: readonly NavDivision[];
  readonly inBar: readonly NavDivision[];
}

/**
 * Repeats the bar's selectors and tabs at the head of the drawer. If they are long, the script copies them from the bar
 * when a reader opens the drawer, which needs the script anyway.
 */
function writeCopies({ site, look }: ThemeFrame, { tabs, inBar }: CopiedDivisions, text: UiText): Html {
  const selectors = inBar.map((division) => writeSelector(site, division, 'drawer-selector', text)).join('');
  const options = tabs.flatMap((division) => division.options);
  const inDrawer = look.tabs !== 'side';
  const list = writeLinkList(site, options, inDrawer ? 'side-tabs drawer-only' : 'side-tabs');
  const hasMenus = options.some(({ menu = [] }) => menu.length > 0);
  const signIn = writeSignIn(site, text, 'side-anchor');
  const isLong = selectors.length + list.length > maxCopiesLength;
  if (isLong && inDrawer && !hasMenus && !site.hasRestrictedContent)
    return `<div class="drawer-only" data-copies>${signIn}</div><ul class="side-tabs drawer-only" role="list"></ul>`;
  return `<div class="drawer-only">${selectors}${signIn}</div>${list}`;
}

type AnyNavbarLink = SiteConfig['navbar']['links'][number] | NonNullable<SiteConfig['navbar']['primary']>;

function linkIcon(site: ThemeSite, link: AnyNavbarLink): Html {
  if (link.icon !== undefined) return site.icon(link.icon);
  return link.type === 'github' || link.type === 'discord'
    ? site.icon({ name: link.type, library: 'fontawesome', style: 'brands' })
    : '';
}

function defaultName(link: AnyNavbarLink): string {
  if (link.type === 'github') return 'GitHub';
  if (link.type === 'discord') return 'Discord';
  return link.icon?.name ?? link.href.replace(/^https?:\/\//, '');
}

export function writeSearchButton(site: ThemeSite, text: UiText): Html {
  if (site.addOns.searchScript === undefined) return '';
  const prompt = site.config.search.prompt || `${text.search}…`;
  return `<button type="button" class="search-open" id="search-bar-entry" aria-keyshortcuts="Control+K Meta+K /"><span class="search-prompt">${escapeText(prompt)}</span><kbd class="search-key" aria-hidden="true">Ctrl K</kbd></button>`;
}

function writeThemeSwitch(site: ThemeSite, text: UiText): Html {
  return site.config.appearance.strict
    ? ''
    : `<button type="button" class="theme-switch" data-component-name="theme-toggle" aria-label="${escapeAttribute(text.theme)}"></button>`;
}
