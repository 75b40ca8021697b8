import type { SiteConfig, LanguageAlternate, NavigationView } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import type { RenderedPage } from '../../page/index.ts';
import { bannerKey } from '../frame/write-banner.ts';
import { pageUrl } from '../links.ts';
import type { ThemeSite } from '../theme-site.ts';
import { writeAnalytics } from './write-analytics.ts';
import { escapeAttribute, escapeScriptJson, escapeText } from '../../markup/escape-html.ts';
import { writeMetadata } from './write-metadata.ts';
import { writeStructuredData } from './write-structured-data.ts';
import { otherVersionOf, writeOutcomes } from '../for-readers.ts';
import type { ThemeFrame } from '../theme-frame.ts';

/**
 * Writes the part of the `<head>` that is the same on all pages. It selects the color scheme before the first paint, so
 * that a dark page never flashes white, and hides a banner that the reader has closed.
 */
export function writeFixedHead(frame: ThemeFrame, banner: SiteConfig['banner']): Html {
  const { site } = frame;
  const { appearance } = site.config;
  const key = bannerKey(banner);
  // With `strict`, the reader's choice on another site with the same origin is ignored.
  const stored = appearance.strict ? "''" : "localStorage.getItem('dw-theme')";
  const dark =
    appearance.default === 'dark'
      ? "t!=='light'"
      : appearance.default === 'light'
        ? "t==='dark'"
        : "t==='dark'||t!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches";
  const hide = key === '' ? '' : `if(localStorage.getItem('dw-banner')==='${key}')d.add('no-banner');`;
  const early = `(function(d,t){d.add('js');try{t=${stored};${hide}}catch(e){}d.toggle('dark',${dark})})(document.documentElement.classList)`;
  const preload =
    frame.fontPreload === undefined
      ? ''
      : `<link rel="preload" href="${escapeAttribute(frame.fontPreload)}" as="font" type="font/woff2" crossorigin>`;
  return (
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><script>${early}</script>` +
    preload +
    [...site.stylesheets.early, frame.stylesheet, ...site.stylesheets.late]
      .map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`)
      .join('') +
    `<script type="module" src="${escapeAttribute(frame.script)}"></script>` +
    (frame.reporter === undefined
      ? ''
      : `<script type="module" src="${escapeAttribute(frame.reporter)}" fetchpriority="low"></script>`) +
    writeFavicon(frame) +
    `<meta name="generator" content="Docwright">${writeSources(site.config)}` +
    // Pages are prefetched when the pointer rests on their link, so that they open without delay.
    `<script type="speculationrules">${escapeScriptJson({ prefetch: [{ where: { and: prefetchedLinks(site) }, eagerness: 'moderate' }] })}</script>`
  );
}

/**
 * Returns the links to prefetch, except the sign-in: it would begin at the identity provider before the reader follows
 * the link.
 */
function prefetchedLinks({ basePath, hasReaders }: ThemeFrame['site']): readonly object[] {
  const own = hasReaders
    ? ['/login*', '/account*'].map((path) => ({ not: { href_matches: `${basePath}${path}` } }))
    : [];
  return [{ href_matches: `${basePath}/*` }, { not: { href_matches: '*.md' } }, ...own];
}

/**
 * Writes the origins that the page may load from (`sourcesMeta` in the bundle package) for servers; static hosts ignore
 * them.
 */
function writeSources({ security, personalization: { infoUrl } }: ThemeFrame['site']['config']): Html {
  const info = infoUrl === undefined ? [] : [new URL(infoUrl).origin];
  const origins = [...new Set([...security.allowedOrigins, ...info])];
  return origins.length === 0 ? '' : `<meta name="docwright:sources" content="${escapeAttribute(origins.join(' '))}">`;
}

function writeFavicon({ site }: ThemeFrame): Html {
  const { light, dark } = site.config.favicon;
  if (light === undefined && dark === undefined) return '<link rel="icon" href="data:,">';
  const one = light ?? dark ?? '';
  if (light === dark || light === undefined || dark === undefined)
    return `<link rel="icon" href="${escapeAttribute(site.asset(one))}">`;
  return (
    `<link rel="icon" href="${escapeAttribute(site.asset(light))}" media="(prefers-color-scheme: light)">` +
    `<link rel="icon" href="${escapeAttribute(site.asset(dark))}" media="(prefers-color-scheme: dark)">`
  );
}

/** Writes styles and scripts that only this page needs, according to its content. */
function writeNeeds({ site }: ThemeFrame, page: RenderedPage): Html {
  const { addOns, basePath } = site;
  const content = page.content + page.sidePanel;
  const style = (path: string | undefined): Html =>
    path === undefined || path === '' ? '' : `<link rel="stylesheet" href="${escapeAttribute(`${basePath}/${path}`)}">`;
  const script = (path: string | undefined): Html =>
    path === undefined || path === ''
      ? ''
      : `<script type="module" src="${escapeAttribute(`${basePath}/${path}`)}"></script>`;
  let needs = '';
  if (page.needs.has('katex') || content.includes('class="katex'))
    needs += `${style(addOns.mathStylesheet)}<style>${addOns.mathFonts(content)}</style>`;
  if (page.needs.has('mermaid') || content.includes('<dw-mermaid')) needs += script(addOns.mermaidScript);
  if (page.needs.has('islands')) needs += script(addOns.islandsScript);
  return needs;
}

/** Writes the script of the feedback form, which pages without a standard footer don't have. */
function writeFeedbackScript({ feedback }: ThemeFrame, { mode }: RenderedPage): Html {
  if (feedback === undefined || mode === 'custom' || mode === 'frame') return '';
  return `<script type="module" src="${escapeAttribute(feedback)}" fetchpriority="low"></script>`;
}

/**
 * Writes links to the page in other languages, for search engines: each page lists all languages, including its own, as
 * search engines require.
 */
function writeAlternates(site: ThemeSite, alternates: readonly LanguageAlternate[]): Html {
  if (site.siteUrl === '') return '';
  return alternates
    .map(({ language, path, isDefault }) => {
      const url = escapeAttribute(pageUrl(site, { path }));
      const link = `<link rel="alternate" hreflang="${escapeAttribute(language)}" href="${url}">`;
      return isDefault ? `${link}<link rel="alternate" hreflang="x-default" href="${url}">` : link;
    })
    .join('');
}

export function writeHead(frame: ThemeFrame, fixed: Html, page: RenderedPage, view: NavigationView): Html {
  const { site } = frame;
  const title = page.title === site.config.name ? page.title : `${page.title} - ${site.config.name}`;
  const feed =
    page.frontmatter['rss'] === true || page.content.includes('<section class="update ')
      ? `<link rel="alternate" type="application/rss+xml" title="${escapeAttribute(page.title)}" href="${escapeAttribute(`${site.basePath}/${page.path}/rss.xml`)}">`
      : '';
  const metadata = writeOutcomes(site, otherVersionOf(view), (other) => writeMetadata(site, page, { view, other }));
  const alternates = writeOutcomes(site, { outcomes: view.perReader?.alternates, fixed: view.alternates }, (found) =>
    writeAlternates(site, found),
  );
  const restricted = site.restrictedStyles(page.path);
  return (
    `${fixed}${restricted === undefined ? '' : `<link rel="stylesheet" href="${escapeAttribute(restricted)}">`}<title>${escapeText(title)}</title>${metadata}${alternates}` +
    `<link rel="alternate" type="text/markdown" href="${escapeAttribute(`${site.basePath}/${encodeURI(page.path)}.md`)}">${feed}` +
    `${site.siteUrl === '' ? '' : writeStructuredData(site, page, view)}${writeNeeds(frame, page)}${writeFeedbackScript(frame, page)}${writeAnalytics(site)}` +
    site.scripts.map((src) => `<script src="${escapeAttribute(src)}" defer></script>`).join('')
  );
}
