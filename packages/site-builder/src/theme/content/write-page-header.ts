import type { Html } from '../../markup/html.ts';
import type { NavigationView } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { referenceText } from '../../text/reference-text.ts';
import { readAuthors, readDay } from './read-credits.ts';
import { writeContextualMenu } from './write-contextual-menu.ts';
import type { ThemeSite } from '../theme-site.ts';
import type { UiText } from '../../text/ui-text.ts';

/** Writes the page's breadcrumbs, title, description and actions. */
export function writePageHeader(site: ThemeSite, page: RenderedPage, view: NavigationView, text: UiText): Html {
  const { frontmatter } = page;
  const menu =
    site.config.contextual.display === 'header' && frontmatter['contextual'] !== false
      ? writeContextualMenu(site, page, text)
      : '';
  const deprecated =
    frontmatter['deprecated'] === true
      ? `<span class="tag tag-deprecated">${escapeText(referenceText(view.language).deprecated)}</span>`
      : '';
  const own = frontmatter['tag'];
  const tag = typeof own === 'string' && own !== '' ? `<span class="tag">${escapeText(own)}</span>` : '';
  return (
    `<header class="dw-header" id="header">${writeEyebrow(site, view, text)}<div class="page-title-row"><h1 id="page-title">${escapeText(page.title)}${tag}${deprecated}</h1>${writeFeedLink(site, page)}${menu}</div>` +
    `${writeDescription(page)}${writeAuthors(frontmatter['authors'])}</header>`
  );
}

/**
 * Writes the description. A single paragraph is shown as a subtitle. A description with lists, tables or code, as in
 * specifications, is shown like the page's text.
 */
function writeDescription({ descriptionHtml }: RenderedPage): Html {
  if (descriptionHtml === '') return '';
  const isLong = /<(?:ul|ol|table|pre|blockquote|h[1-6])\b/.test(descriptionHtml);
  return `<div class="page-description${isLong ? ' prose' : ''}">${descriptionHtml}</div>`;
}

/** Writes the link to the page's feed, for pages with `rss: true`. */
function writeFeedLink(site: ThemeSite, page: RenderedPage): Html {
  if (page.frontmatter['rss'] !== true) return '';
  const href = escapeAttribute(`${site.basePath}/${encodeURI(page.path)}/rss.xml`);
  return `<a class="feed-link" href="${href}" aria-label="RSS">${site.icon({ name: 'rss', library: 'lucide' })}</a>`;
}

function writeEyebrow(site: ThemeSite, view: NavigationView, text: UiText): Html {
  if (view.breadcrumbs.length === 0) return '';
  if (site.config.styling.eyebrows === 'section')
    return `<div class="eyebrow">${escapeText(view.breadcrumbs.at(-1) ?? '')}</div>`;
  const items = view.breadcrumbs.map((name) => `<li class="breadcrumb-item">${escapeText(name)}</li>`).join('');
  return `<nav class="breadcrumbs" aria-label="${escapeAttribute(text.labels.breadcrumb)}"><ol class="breadcrumb-list" role="list">${items}</ol></nav>`;
}

function writeAuthors(authors: unknown): Html {
  const names = readAuthors(authors);
  return names.length === 0 ? '' : `<p class="page-authors">${escapeText(names.join(', '))}</p>`;
}

/** Writes the author's date, shown below the content if the site or the page requests it. */
export function writeTimestamp(site: ThemeSite, page: RenderedPage, text: UiText): Html {
  const own = page.frontmatter['timestamp'];
  if (own === false || (own !== true && !site.config.metadata.timestamp && typeof own !== 'string')) return '';
  const written = readDay(page.frontmatter['lastUpdatedDate'] ?? own);
  if (written === undefined) return '';
  return `<p class="page-date">${escapeText(text.lastUpdated)}: <time datetime="${escapeAttribute(written)}">${escapeText(written)}</time></p>`;
}
