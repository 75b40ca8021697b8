import { digestOf } from '../text/digest-of.ts';
import type { Html } from '../markup/html.ts';
import type { NavigationView } from '../site/index.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { RenderedPage } from '../page/index.ts';
import { namedLooks } from './look/named-looks.ts';
import type { ThemeFrame } from './theme-frame.ts';
import { collectThemeFiles } from './files/theme-files.ts';
import type { ThemeContext, ThemeSite } from './theme-site.ts';
import { uiText, type UiText } from '../text/ui-text.ts';
import { createFrameParts } from './documents/frame-parts.ts';
import { writeHead } from './head/write-head.ts';
import { writeNavbarParts, type NavbarParts } from './frame/write-navbar.ts';
import { writeNotFound, writeRedirect } from './documents/write-not-found.ts';
import { writePage } from './documents/write-page.ts';
import { createSidebarText } from './frame/divide-sidebar.ts';
import type { SidebarText } from './frame/write-sidebar.ts';

/** Writes the pages of one site. */
export interface Theme {
  /** Writes the bars and the sidebar for a page at this position in the navigation, and returns their digests. */
  frameDigests(view: NavigationView, path: string): { readonly bar: string; readonly sidebar: string };
  /** Writes a whole HTML document; `context` provides what is specific to this page. */
  page(page: RenderedPage, view: NavigationView, context?: ThemeContext): Html;
  /** Writes `404.html`, with the navigation at one position in the site. */
  notFound(view: NavigationView): Html;
  /** Writes the page at a moved page's old address, for hosts that don't support redirects. */
  redirect(to: string, view: NavigationView): Html;
  /** Returns styles, scripts and fonts, named by their content, under `_docwright/`. */
  files(): readonly OutputFile[];
  /** Writes the parts of large sidebars that the written pages leave out, one file for each sidebar. */
  sidebarFiles(): readonly OutputFile[];
}

/** Text that many pages share. */
interface Shared<T> {
  readonly text: T;
  readonly digest: string;
}

/**
 * Prepares the parts that pages share. Parts that depend only on the navigation are written once: sidebars for each
 * language and `sidebarKey`, bars for each division list.
 */
export function createTheme(site: ThemeSite): Theme {
  const look = namedLooks[site.config.theme];
  const { files, ...addresses } = collectThemeFiles(site, look);
  const frame: ThemeFrame = { site, look, ...addresses };
  const partsFor = createFrameParts(frame);
  const sidebars = new Map<string, SidebarText>();
  const bars = new WeakMap<NavigationView['divisions'], Map<string, Shared<NavbarParts>>>();
  const texts = new Map<string, UiText>();

  function sidebarFor(view: NavigationView): SidebarText {
    const key = keyOf(view);
    const known = sidebars.get(key);
    if (known) return known;
    const made = createSidebarText(site, view.sidebar, view.language);
    sidebars.set(key, made);
    return made;
  }

  /** Returns the sidebar in the form that document writers need. */
  function sidebarParts(view: NavigationView, path: string) {
    const { when, parts, ...text } = sidebarFor(view);
    const file = parts === undefined ? undefined : `${site.basePath}/${sidebarFile(keyOf(view))}`;
    return { sidebar: text.for(path), sidebarWhen: when, sidebarFile: file };
  }

  function barFor(view: NavigationView, words: UiText): Shared<NavbarParts> {
    const byKey = bars.get(view.divisions) ?? new Map<string, Shared<NavbarParts>>();
    bars.set(view.divisions, byKey);
    const key = keyOf(view);
    const known = byKey.get(key);
    if (known) return known;
    const text = writeNavbarParts(frame, view, words);
    const made = { text, digest: digestOf(text.navbar + text.sidebarHead) };
    byKey.set(key, made);
    return made;
  }

  function textFor(language: string): UiText {
    const known = texts.get(language);
    if (known) return known;
    const made = uiText(language);
    texts.set(language, made);
    return made;
  }

  return {
    frameDigests(view, path) {
      const text = textFor(view.language);
      // Written here, so that an issue in a banner belongs to the site and not to the first page. The banner depends
      // only on the overrides.
      partsFor(view, text);
      return { bar: barFor(view, text).digest, sidebar: sidebarFor(view).digestFor(path) };
    },
    page(page, view, context) {
      const text = textFor(view.language);
      const { fixedHead, banner, footer } = partsFor(view, text);
      const own = context === undefined ? frame : { ...frame, site: { ...site, ...context } };
      return writePage(own, page, view, {
        text,
        banner,
        ...barFor(view, text).text,
        head: writeHead(own, fixedHead, page, view),
        ...sidebarParts(view, page.path),
        footer,
      });
    },
    notFound(view) {
      const text = textFor(view.language);
      const parts = { ...partsFor(view, text), ...barFor(view, text).text };
      return writeNotFound(frame, view, { ...parts, ...sidebarParts(view, ''), text });
    },
    redirect: (to, view) => writeRedirect(to, view, textFor(view.language), site.basePath),
    files: () => files,
    sidebarFiles: () =>
      [...sidebars].flatMap(([key, { parts }]) =>
        parts === undefined ? [] : [{ path: sidebarFile(key), bytes: JSON.stringify(parts()) }],
      ),
  };
}

const keyOf = ({ language, sidebarKey }: NavigationView): string => `${language}\n${sidebarKey}`;

/**
 * Names a sidebar's file. The name doesn't depend on the content, so that a change to the navigation doesn't change
 * every page. The letter before the digest prevents servers from treating the name as a digest of the content.
 */
const sidebarFile = (key: string): string => `_docwright/sidebars/s${digestOf(key).slice(0, 12)}.json`;
