import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../../markup/html.ts';
import type { NavigationView } from '../../site/index.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { ThemeFrame } from '../theme-frame.ts';
import type { UiText } from '../../text/ui-text.ts';
import type { FrameParts } from './frame-parts.ts';
import { writeIf } from '../for-readers.ts';
import { homeHref } from '../links.ts';
import { writeSearchButton, type NavbarParts } from '../frame/write-navbar.ts';
import {
  writeListLink,
  writePlaceBar,
  writeSidebarFrame,
  writeSideNav,
  writeSiteData,
} from '../frame/write-surroundings.ts';

/** The frame around the text of `404.html`. */
export interface NotFoundParts extends FrameParts, NavbarParts {
  readonly sidebar: Html;
  readonly sidebarWhen: Condition | undefined;
  readonly sidebarFile: string | undefined;
  readonly text: UiText;
}

/** Writes `404.html`: every address in it is absolute, because it is served for paths of any depth. */
export function writeNotFound(frame: ThemeFrame, view: NavigationView, parts: NotFoundParts): Html {
  const { site, look } = frame;
  const { text } = parts;
  const { notFound, appearance, name } = site.config;
  const title = notFound.title || text.notFound;
  const description =
    notFound.description === '' ? `<p>${escapeText(text.notFoundText)}</p>` : site.blockMarkdown(notFound.description);
  const home = escapeAttribute(homeHref(site));
  // Immediately or not at all: a delay would be a time limit on reading (WCAG 2.2.1).
  const redirect = notFound.redirect ? `<meta http-equiv="refresh" content="0; url=${home}">` : '';
  const search = writeSearchButton(site, text).replace(' id="search-bar-entry"', '');
  // The search script adds the pages with the most similar addresses.
  const { nearestScript } = site.addOns;
  const near =
    nearestScript === undefined
      ? ''
      : `<nav class="not-found-near not-found-recommended-pages-list" data-script="${escapeAttribute(`${site.basePath}/${nearestScript}`)}" hidden></nav>`;
  const forSidebar = (html: Html, otherwise: Html = ''): Html => writeIf(site, parts.sidebarWhen, html, otherwise);
  let classes = `theme-${site.config.theme} mode-default frame-${look.frame} tabs-${look.tabs} no-side`;
  if (parts.navbar.includes('class="tab-bar"')) classes += writeIf(site, parts.tabsWhen, ' has-tabs');
  classes += parts.sidebar === '' ? ' no-sidebar' : forSidebar('', ' no-sidebar');
  if (appearance.default === 'dark') classes += ' dark';
  const sideNav = parts.sidebar === '' ? '' : forSidebar(writeSideNav(parts, parts.text));
  return (
    `<!doctype html><html lang="${escapeAttribute(view.language)}" dir="${view.direction}" class="${classes}"${writeSiteData(frame, view)}>` +
    `<head>${parts.fixedHead}<title>${escapeText(title)} - ${escapeText(name)}</title><meta name="robots" content="noindex">${redirect}</head>` +
    `<body id="body-content"><span id="background-color" aria-hidden="true"></span><a class="skip-link" href="#content-area">${text.skip}</a>${parts.banner}${parts.navbar}${writePlaceBar('', title, text)}` +
    `<div class="layout" id="content-container">${writeSidebarFrame(parts.sidebarHead, sideNav, parts.text)}` +
    `<main id="content-area" tabindex="-1"><div class="not-found not-found-container"><p class="not-found-code not-found-status-code">404</p><h1 class="not-found-title" id="page-title">${escapeText(title)}</h1><div class="prose not-found-description">${description}</div><div class="not-found-ways"><a class="navbar-primary" href="${home}">${text.home}</a>${search}</div>${near}</div></main></div>${parts.footer}</body></html>`
  );
}

/** Writes the page at a moved page's old address, for hosts that don't support redirects. */
export function writeRedirect(
  to: string,
  { language, direction }: NavigationView,
  text: UiText,
  basePath: string,
): Html {
  const safe = /^(?:https?:\/\/|\/|#|\.{0,2}\/)/i.test(to) ? to : '#';
  const href = escapeAttribute(safe);
  const moved = escapeText(text.moved);
  return (
    `<!doctype html><html lang="${escapeAttribute(language)}" dir="${direction}"><head><meta charset="utf-8"><title>${moved}</title>` +
    `<meta http-equiv="refresh" content="0; url=${href}"><meta name="robots" content="noindex"><link rel="canonical" href="${href}"></head>` +
    `<body><p>${moved}: <a href="${href}" dir="ltr">${escapeText(safe)}</a></p>${writeListLink(basePath)}</body></html>`
  );
}
