import { dialogWords } from '@docwright/site-search';
import type { Html } from '../../markup/html.ts';
import type { NavigationView } from '../../site/index.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { ThemeFrame } from '../theme-frame.ts';
import type { UiText } from '../../text/ui-text.ts';

/** Writes the data about the site that a page's scripts need, as attributes of the root element. */
export function writeSiteData(frame: ThemeFrame, view: NavigationView, hasPlayground = false): string {
  const { addOns, basePath, hasReaders } = frame.site;
  const endpoint =
    addOns.searchEndpoint === undefined
      ? ''
      : ` data-search-endpoint="${escapeAttribute(`${basePath}/${addOns.searchEndpoint}`)}"${hasReaders ? ' data-search-awaits' : ''}`;
  const words = dialogWords(view.language);
  const inLanguage = words === undefined ? '' : ` data-search-words="${escapeAttribute(words)}"`;
  const search =
    addOns.searchScript === undefined
      ? ''
      : ` data-search="${escapeAttribute(`${basePath}/${addOns.searchScript}`)}" data-scope="${escapeAttribute(view.searchScope)}"${endpoint}${inLanguage}`;
  const script = addOns.playgroundScript ?? (hasPlayground ? addOns.restrictedPlaygroundScript : undefined);
  const playground = script === undefined ? '' : ` data-playground="${escapeAttribute(`${basePath}/${script}`)}"`;
  const { infoUrl } = frame.site.config.personalization;
  const info = infoUrl === undefined ? '' : ` data-info="${escapeAttribute(infoUrl)}"`;
  return ` data-base="${escapeAttribute(basePath)}/"${search}${playground}${info}${writeConsent(frame)}`;
}

/** Writes `integrations.cookies`: the entry in the browser's storage that is required for analytics. */
function writeConsent({ site: { config, countsReaders } }: ThemeFrame): string {
  const { key, value } = config.integrations.get('cookies') ?? {};
  if (!countsReaders || key === undefined || key === '') return '';
  const noted = value === undefined ? '' : ` data-consent-value="${escapeAttribute(String(value))}"`;
  return ` data-consent-key="${escapeAttribute(String(key))}"${noted}`;
}

/** Writes the bar for small screens: the button that opens the drawer, and the current position in the navigation. */
export function writePlaceBar(group: string, title: string, text: UiText): Html {
  return `<div class="place-bar"><button type="button" class="nav-open" aria-label="${escapeAttribute(text.menu)}" aria-controls="sidebar" aria-expanded="false"></button><span class="place">${group === '' ? '' : `<span class="place-group">${escapeText(group)}</span>`}<span class="place-page">${escapeText(title)}</span></span></div>`;
}

export function writeSidebarFrame(head: Html, sideNav: Html, text: UiText): Html {
  return `<aside class="dw-sidebar" id="sidebar" aria-label="${escapeAttribute(text.labels.navigation)}"><div id="sidebar-content">${head}${sideNav}</div></aside>`;
}

export function writeSideNav(
  { sidebar, sidebarFile }: { readonly sidebar: Html; readonly sidebarFile: string | undefined },
  text: UiText,
): Html {
  const file = sidebarFile === undefined ? '' : ` data-parts="${escapeAttribute(sidebarFile)}"`;
  return `<nav class="side-nav" aria-label="${escapeAttribute(text.labels.documentation)}"${file}><ul>${sidebar}</ul></nav>`;
}

/** Links to `llms.txt` for agents that fetch only this page and convert it to text; readers don't see the link. */
export function writeListLink(basePath: string): Html {
  return `<a hidden href="${escapeAttribute(basePath)}/llms.txt">llms.txt</a>`;
}
