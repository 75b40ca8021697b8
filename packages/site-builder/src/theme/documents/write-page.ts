import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../../markup/html.ts';
import type { NavigationView } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { writeContents } from '../content/write-contents.ts';
import { writeContextualMenu } from '../content/write-contextual-menu.ts';
import { writeVersionNotice } from '../content/write-version-notice.ts';
import { writeViewChooser } from '../content/write-view-chooser.ts';
import { writeTagFilter } from '../content/write-tag-filter.ts';
import { writePageHeader, writeTimestamp } from '../content/write-page-header.ts';
import { writeDirectory } from '../content/write-directory.ts';
import { writeFeedback } from '../content/write-feedback.ts';
import { writeSourceLinks } from '../content/write-source-links.ts';
import { writePagination } from '../content/write-pagination.ts';
import {
  writeListLink,
  writePlaceBar,
  writeSidebarFrame,
  writeSideNav,
  writeSiteData,
} from '../frame/write-surroundings.ts';
import { otherVersionOf, whenLink, writeIf, writeList, writeOutcomes } from '../for-readers.ts';
import type { ThemeFrame } from '../theme-frame.ts';
import type { UiText } from '../../text/ui-text.ts';

/** Text that many pages share, written once by `create-theme.ts`. */
export interface SharedParts {
  readonly head: Html;
  readonly banner: Html;
  readonly navbar: Html;
  readonly sidebarHead: Html;
  readonly tabsWhen: Condition | undefined;
  readonly sidebar: Html;
  /** Readers who see an entry of the sidebar. */
  readonly sidebarWhen: Condition | undefined;
  /** Address of the file with the entries that the sidebar leaves out. */
  readonly sidebarFile: string | undefined;
  readonly footer: Html;
  readonly text: UiText;
}

/**
 * The sidebar's own scroll position follows the current page before the first paint; the script file would run too
 * late.
 */
const SHOW_CURRENT =
  "<script>(function(s,a){a&&(s.scrollTop+=a.getBoundingClientRect().top-s.getBoundingClientRect().top-s.clientHeight/3)})(document.getElementById('sidebar-content'),document.querySelector('#sidebar-content [aria-current=page]'))</script>";

/**
 * Writes a whole document. Modes: `wide` has no side column, `frame` no header, `center` no sidebar, and `custom` only
 * the bar.
 */
export function writePage(frame: ThemeFrame, page: RenderedPage, view: NavigationView, shared: SharedParts): Html {
  const { site } = frame;
  const { mode } = page;
  const bare = mode === 'custom' || mode === 'frame';
  const hasSidebar = (mode === 'default' || mode === 'wide' || mode === 'frame') && shared.sidebar !== '';
  const chooser = writeViewChooser(page.content, site.config.variations, shared.text);
  const side = bare || mode === 'wide' || mode === 'center' ? '' : writeSide(frame, page, shared.text, chooser.html);
  const inlineChooser = side === '' ? chooser.html : '';
  const forSidebar = (html: Html, otherwise: Html = ''): Html => writeIf(site, shared.sidebarWhen, html, otherwise);
  let classes = `theme-${site.config.theme} mode-${mode} frame-${frame.look.frame} tabs-${frame.look.tabs}`;
  if (page.sidePanel !== '') classes += ' has-panel';
  if (shared.navbar.includes('class="tab-bar"')) classes += writeIf(site, shared.tabsWhen, ' has-tabs');
  classes += hasSidebar ? forSidebar('', ' no-sidebar') : ' no-sidebar';
  if (side === '') classes += ' no-side';
  if (site.config.appearance.default === 'dark') classes += ' dark';
  const sideNav = hasSidebar ? forSidebar(writeSideNav(shared, shared.text)) : '';
  const before =
    `<!doctype html><html lang="${escapeAttribute(view.language)}" dir="${view.direction}" class="${classes}"${writeSiteData(frame, view, page.needs.has('playground'))} data-current-path="${escapeAttribute(currentPath(page.path))}">` +
    `<head>${shared.head}${chooser.style}</head><body id="body-content"><span id="background-color" aria-hidden="true"></span><a class="skip-link" href="#content-area">${shared.text.skip}</a>${writeListLink(site.basePath)}${shared.banner}${shared.navbar}` +
    `${mode === 'custom' ? '' : writePlaceBar(view.breadcrumbs.at(-1) ?? '', page.title, shared.text)}<div class="layout" id="content-container">` +
    `${writeSidebarFrame(shared.sidebarHead, sideNav, shared.text)}${hasSidebar ? forSidebar(SHOW_CURRENT) : ''}` +
    `<main id="content-area" tabindex="-1">${writeOutcomes(site, otherVersionOf(view), (other) => writeVersionNotice(site, view.language, other))}${bare ? '' : writePageHeader(site, page, view, shared.text)}${inlineChooser}`;
  const after = `${bare ? '' : writeEnd(frame, page, view, shared.text)}</main>${page.sidePanel === '' ? side : ''}</div>${shared.footer}</body></html>`;
  const taken = SHARED_IDS.filter((id) => page.content.includes(` id="${id}"`));
  const { lead, content } = page.sidePanel === '' ? { lead: '', content: page.content } : separateLead(page.content);
  return (
    releaseIds(before, taken) +
    lead +
    (page.sidePanel === '' ? '' : releaseIds(side, taken)) +
    releaseIds('<div class="dw-content mdx-content prose" id="content">', taken) +
    `${content}</div>` +
    releaseIds(after, taken)
  );
}

/**
 * Returns the page's address in the site, for style sheets that are meant for individual pages: `/`, `/guides/start`.
 */
function currentPath(path: string): string {
  return `/${path === 'index' ? '' : path.replace(/\/index$/, '')}`;
}

/**
 * Separates the bar with method and address from the content, so that the bar can precede the panel of examples: on
 * phones, the panel is below the bar.
 */
function separateLead(content: Html): { lead: Html; content: Html } {
  const [bar = ''] =
    /^(?:<dw-playground>.*?<\/dw-playground>|<div class="api-endpoint">.*?<\/div>)/s.exec(content) ?? [];
  const lead = bar === '' ? '' : `<div class="page-lead mdx-content prose">${bar}</div>`;
  return { lead, content: content.slice(bar.length) };
}

/** Gives the first group of each kind the ID that sites' style sheets use. */
function nameExamples(panel: Html): Html {
  return ['request-example', 'response-example'].reduce(
    (html, name) => html.replace(`class="code-group ${name}"`, `class="code-group ${name}" id="${name}"`),
    panel,
  );
}

/** IDs of the frame that an author's heading or element can also have: "Content", "Banner", "Table of contents". */
const SHARED_IDS = [
  'navbar',
  'content-container',
  'sidebar',
  'banner',
  'header',
  'content',
  'pagination',
  'footer',
  'table-of-contents',
  'panel',
  'body-content',
  'request-example',
  'response-example',
  'page-context-menu',
  'page-context-menu-button',
  'feedback-form',
  'changelog-filters',
  'search-bar-entry',
  'assistant-entry',
  'background-color',
];

/**
 * Removes IDs of the frame that the page's content also contains: links must reach the content, and only a site's style
 * sheet uses the frame's IDs.
 */
function releaseIds(html: Html, taken: readonly string[]): Html {
  let written = html;
  for (const id of taken) written = written.replace(` id="${id}"`, '');
  return written;
}

function writeSide(frame: ThemeFrame, page: RenderedPage, text: UiText, chooser: Html): Html {
  const { site } = frame;
  const menu = site.config.contextual.display === 'toc' ? writeContextualMenu(site, page, text) : '';
  if (page.sidePanel !== '')
    return `<aside class="panel" id="panel" aria-label="${escapeAttribute(text.labels.examples)}">${chooser}${nameExamples(page.sidePanel)}${menu}</aside>`;
  const contents = writeTagFilter(page.content, text) + writeContents(page.headings, text.onThisPage);
  return contents === '' && menu === '' && chooser === ''
    ? ''
    : `<aside class="dw-table-of-contents" id="table-of-contents" aria-label="${escapeAttribute(text.onThisPage)}"><div class="toc-sticky" id="table-of-contents-layout">${chooser}${contents}${menu}</div></aside>`;
}

function writeEnd(frame: ThemeFrame, page: RenderedPage, view: NavigationView, text: UiText): Html {
  const pagination = page.frontmatter['hideFooterPagination'] === true ? '' : writePagination(frame.site, view, text);
  return (
    writeDirectory(frame.site, view.directory, text) +
    writeRelated(frame, page, text) +
    writeTimestamp(frame.site, page, text) +
    writeSourceLinks(frame.site, page, view.language) +
    writeFeedback(frame, view.language) +
    pagination
  );
}

function writeRelated(frame: ThemeFrame, page: RenderedPage, text: UiText): Html {
  const related = page.frontmatter['related'];
  if (!Array.isArray(related)) return '';
  const links = related.flatMap((entry: unknown): [string, string][] => {
    if (typeof entry === 'string') return [[titleFromPath(entry), entry]];
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.entries(entry).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  });
  if (links.length === 0) return '';
  const { site } = frame;
  const items = links.map(([label, path]) => ({
    when: whenLink(site, path),
    html: `<li><a href="${escapeAttribute(site.href(path))}">${escapeText(label)}</a></li>`,
  }));
  return writeList(
    site,
    items,
    (html) =>
      `<nav class="related" aria-labelledby="related-title"><p class="related-title" id="related-title">${escapeText(text.related)}</p><ul role="list">${html}</ul></nav>`,
  );
}

function titleFromPath(path: string): string {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? path;
  const words = last.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
