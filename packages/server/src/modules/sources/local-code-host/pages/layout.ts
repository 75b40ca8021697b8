import { helpItems, iconShapes, menuItems } from './dashboard-menu.generated.ts';
import { markup, trusted, type SafeHtml } from './html.ts';
import { STYLE, STYLE_HASH } from './style.ts';

export type MenuScope = (typeof menuItems)[number]['scope'];

/** The parts of a page around its content. */
export interface PageFrame {
  /** The service's public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Paths of the dashboard's style sheets, which contain its colors and fonts; empty if the dashboard isn't built. */
  readonly styleSheets: readonly string[];
  /** The signed-in user; if `undefined`, a link to sign in is shown. */
  readonly visitor: { readonly name: string; readonly may: (scope: MenuScope) => boolean } | undefined;
  /** This page's path, to return to after sign-in. */
  readonly path: string;
}

/**
 * Allows the dashboard's style sheets, fonts and one script. Other files on the same origin, such as a preview's,
 * belong to customers. The script applies the color scheme that was chosen in the dashboard. Forms may be sent only to
 * this service, and framing is forbidden.
 */
export function toContentSecurityPolicy(baseUrl: string): string {
  const dashboard = `${baseUrl}/dashboard`.replaceAll(/[;,]/g, encodeURIComponent);
  return [
    "default-src 'none'",
    `script-src ${dashboard}/theme.js`,
    `style-src '${STYLE_HASH}' ${dashboard}/assets/`,
    `font-src ${dashboard}/assets/`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface PageContent {
  readonly title: string;
  /** The breadcrumbs above the page. The last breadcrumb is the page itself. */
  readonly crumbs: readonly SafeHtml[];
  readonly main: SafeHtml;
}

export function layout(frame: PageFrame, { title, crumbs, main }: PageContent): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Docwright</title>
        <link rel="icon" href="/dashboard/favicon.svg" type="image/svg+xml" />
        <script src="/dashboard/theme.js"></script>
        ${frame.styleSheets.map((path) => markup`<link rel="stylesheet" href="${path}" />`)}
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          ${brand()}
          <details class="menu">
            <summary aria-label="Menu">${icon('menu')}</summary>
            <div>${menu(frame)}${account(frame)}</div>
          </details>
        </header>
        <header class="side">${brand()}${menu(frame)}<span></span>${account(frame)}</header>
        <main id="content" tabindex="-1">
          ${crumbs.length > 0 && crumbPath(crumbs)}
          ${main}
        </main>
      </body>
    </html> `.html;
}

const brand = (): SafeHtml =>
  markup`<a class="brand" href="/dashboard/"><img src="/dashboard/favicon.svg" alt="" width="24" height="24" />Docwright</a>`;

/** Renders the menu with the pages that the visitor may open. A visitor with only a link can't open dashboard pages. */
function menu({ visitor }: PageFrame): SafeHtml {
  const items = menuItems.filter(({ scope }) => visitor?.may(scope) === true);
  const link = (path: string, label: string, name: IconName): SafeHtml =>
    markup`<a class="link" href="${path}">${icon(name)}${label}</a>`;
  return markup`<nav aria-label="Main">
    ${items.map((item) => link(item.path, item.label, item.icon))}${items.length > 0 && markup`<hr />`}
    ${helpItems.map((item) => link(item.path, item.label, item.icon))}
  </nav>`;
}

function account({ visitor, path }: PageFrame): SafeHtml {
  if (visitor === undefined)
    return markup`<a class="button" href="/dashboard/sign-in?next=${encodeURIComponent(path)}">Sign in</a>`;
  return markup`<a class="account" href="/dashboard/account"><span class="face" aria-hidden="true">${visitor.name.slice(0, 1).toUpperCase()}</span><span><span class="visually-hidden">Signed in as </span>${visitor.name}</span></a>`;
}

function crumbPath(crumbs: readonly SafeHtml[]): SafeHtml {
  return markup`<nav class="path" aria-label="Path">
    ${crumbs.map((crumb, index) => markup`${index > 0 && markup`<span class="sep" aria-hidden="true">/</span>`}<span>${crumb}</span>`)}
  </nav>`;
}

type IconName = keyof typeof iconShapes;

/** Renders a decorative icon: the text next to it conveys its meaning. */
export const icon = (name: IconName): SafeHtml =>
  trusted(
    `<svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${iconShapes[name]}"/></svg>`,
  );

/** Renders a time as `21 Nov 2026, 22:00 UTC`, with a machine-readable attribute. */
export function time(date: Date): SafeHtml {
  const iso = date.toISOString();
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    date,
  );
  return markup`<time datetime="${iso}">${text} UTC</time>`;
}
