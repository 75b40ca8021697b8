import type { Html, NavigationView, OutputFile, RenderedPage } from '../model.ts';
import { namedLooks } from './named-looks.ts';
import type { ThemeFrame } from './theme-frame.ts';
import { collectThemeFiles } from './theme-files.ts';
import type { ThemeSite } from './theme-site.ts';
import { uiText } from './ui-text.ts';
import type { UiText } from './ui-text.ts';
import { writeBanner } from './write-banner.ts';
import { writeFooter } from './write-footer.ts';
import { writeFixedHead, writeHead } from './write-head.ts';
import { writeNavbarParts } from './write-navbar.ts';
import type { NavbarParts } from './write-navbar.ts';
import { writeNotFound, writeRedirect } from './write-not-found.ts';
import { writePage } from './write-page.ts';
import { createSidebarText } from './write-sidebar.ts';
import type { SidebarText } from './write-sidebar.ts';

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

/**
 * Prepares what all pages share. What depends on the navigation alone is written once: sidebars by `sidebarKey`, bars by the
 * division list they were made from.
 */
export function createTheme(site: ThemeSite): Theme {
  const look = namedLooks[site.config.theme];
  const { files, ...addresses } = collectThemeFiles(site, look);
  const frame: ThemeFrame = { site, look, ...addresses };
  const fixedHead = writeFixedHead(frame);
  const footer = writeFooter(site);
  const sidebars = new Map<string, SidebarText>();
  const bars = new WeakMap<NavigationView['divisions'], Map<string, NavbarParts>>();
  const texts = new Map<string, { readonly text: UiText; readonly banner: Html }>();

  function sidebarFor(view: NavigationView): SidebarText {
    const known = sidebars.get(view.sidebarKey);
    if (known) return known;
    const made = createSidebarText(site, view.sidebar, site.config.interaction.drilldown === true);
    sidebars.set(view.sidebarKey, made);
    return made;
  }

  function barFor(view: NavigationView, text: UiText): NavbarParts {
    const byKey = bars.get(view.divisions) ?? new Map<string, NavbarParts>();
    bars.set(view.divisions, byKey);
    const key = `${view.language}\n${view.sidebarKey}`;
    const known = byKey.get(key);
    if (known) return known;
    const made = writeNavbarParts(frame, view, text);
    byKey.set(key, made);
    return made;
  }

  function textFor(language: string): { readonly text: UiText; readonly banner: Html } {
    const known = texts.get(language);
    if (known) return known;
    const text = uiText(language);
    const made = { text, banner: writeBanner(site, text) };
    texts.set(language, made);
    return made;
  }

  return {
    page(page, view) {
      const words = textFor(view.language);
      return writePage(frame, page, view, {
        ...words,
        ...barFor(view, words.text),
        head: writeHead(frame, fixedHead, page, view),
        sidebar: sidebarFor(view).for(page.path),
        footer,
      });
    },
    notFound: () => writeNotFound(frame, fixedHead, footer),
    redirect: writeRedirect,
    files: () => files,
  };
}
