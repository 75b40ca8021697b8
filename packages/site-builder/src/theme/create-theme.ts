import type { Html, NavigationView, OutputFile, RenderedPage } from '../model.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';
import type { ThemeSite } from './theme-site.ts';

/** Writes the pages of one site. */
export interface Theme {
  /** A whole HTML document. */
  page(page: RenderedPage, view: NavigationView): Html;
  /** `404.html`. */
  notFound(): Html;
  /** The stub that stands at a moved page's old address on hosts that know no redirects. */
  redirect(to: string): Html;
  /** Styles, scripts and fonts, named by their content, under `_docwright/`. */
  files(): readonly OutputFile[];
}

export function createTheme(site: ThemeSite): Theme {
  const title = (text: string): string => `<title>${escapeText(text)} - ${escapeText(site.config.name)}</title>`;
  return {
    page: (page) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8">${title(page.title)}</head><body>${page.content}</body></html>`,
    notFound: () =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8">${title('Page not found')}</head><body></body></html>`,
    redirect: (to) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8">${title('Moved')}<meta http-equiv="refresh" content="0;url=${escapeAttribute(to)}"></head></html>`,
    files: () => [],
  };
}
