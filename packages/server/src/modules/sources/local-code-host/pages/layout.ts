import { markup, type SafeHtml, trusted } from './html.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** Nothing from other sites, no scripts, forms only to ourselves, no framing. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PageContent {
  readonly title: string;
  /** Shown after the name in the bar. */
  readonly crumbs: readonly SafeHtml[];
  readonly main: SafeHtml;
}

export function layout({ title, crumbs, main }: PageContent): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header class="bar">
          <div>
            <a class="brand" href="/dashboard/"><svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0a5c46" /><path d="M9 8h8.5A6.5 6.5 0 0 1 24 14.5v3A6.5 6.5 0 0 1 17.5 24H9z" fill="none" stroke="#fff" stroke-width="3" /></svg>Docwright</a>${crumbs.map((crumb) => markup`<span class="sep" aria-hidden="true">/</span>${crumb}`)}
          </div>
        </header>
        <main>${main}</main>
      </body>
    </html> `.html;
}

/** `21 Nov 2026, 22:00 UTC`, with a machine-readable attribute. */
export function time(date: Date): SafeHtml {
  const iso = date.toISOString();
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    date,
  );
  return markup`<time datetime="${iso}">${text} UTC</time>`;
}
