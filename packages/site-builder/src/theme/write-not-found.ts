import type { Html } from '../model.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';
import type { ThemeFrame } from './theme-frame.ts';
import { uiText } from './ui-text.ts';
import { homeHref } from './write-divisions.ts';
import { writeLogo } from './write-navbar.ts';

/** `404.html`: every address in it is absolute, because it is served for paths of any depth. */
export function writeNotFound(frame: ThemeFrame, fixedHead: Html, footer: Html): Html {
  const { site } = frame;
  const text = uiText('en');
  const { notFound } = site.config;
  const title = notFound.title || text.notFound;
  const description =
    notFound.description === '' ? `<p>${escapeText(text.notFoundText)}</p>` : site.blockMarkdown(notFound.description);
  const home = escapeAttribute(homeHref(site));
  // At once or not at all: a delay would be a time limit on reading (WCAG 2.2.1).
  const redirect = notFound.redirect ? `<meta http-equiv="refresh" content="0; url=${home}">` : '';
  return (
    `<!doctype html><html lang="en" dir="ltr" class="theme-${site.config.theme} mode-custom frame-${frame.look.frame} tabs-${frame.look.tabs} no-sidebar no-side" data-base="${escapeAttribute(site.basePath)}/">` +
    `<head>${fixedHead}<title>${escapeText(title)} - ${escapeText(site.config.name)}</title><meta name="robots" content="noindex">${redirect}</head>` +
    `<body><header class="dw-navbar" id="navbar"><div class="navbar-row">${writeLogo(site)}</div></header>` +
    `<div class="layout"><main id="content-area"><div class="not-found"><p class="not-found-code">404</p><h1 id="page-title">${escapeText(title)}</h1><div class="prose">${description}</div><a class="navbar-primary" href="${home}">${text.home}</a></div></main></div>${footer}</body></html>`
  );
}

/** What stands at a moved page's old address where the host honours no redirects. */
export function writeRedirect(to: string): Html {
  const safe = /^(?:https?:\/\/|\/|#|\.{0,2}\/)/i.test(to) ? to : '#';
  const href = escapeAttribute(safe);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${href}"><meta name="robots" content="noindex"><link rel="canonical" href="${href}"></head><body><p>This page has moved to <a href="${href}">${escapeText(safe)}</a>.</p></body></html>`;
}
