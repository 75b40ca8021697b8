import { createHash } from 'node:crypto';

/** The manual's colors. Inline, because no file of the manual exists yet. */
const style = `:root{color-scheme:light dark;--text:#16201d;--soft:#56635f;--page:#fff;--line:#dfe5e3;--accent:#0a5c46}
@media(prefers-color-scheme:dark){:root{--text:#e8edeb;--soft:#a3b0ac;--page:#0f1513;--line:#2a3431;--accent:#5fd3ad}}
*{margin:0;box-sizing:border-box}
main{min-height:100vh;display:grid;place-content:center;justify-items:center;gap:12px;padding:24px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;text-align:center}
body{background:var(--page)}
h1{font-size:22px;font-weight:600}
p{max-width:52ch;color:var(--soft)}
a{color:var(--accent)}
svg{width:44px;height:44px}
.wait{width:160px;height:4px;border-radius:2px;overflow:hidden;background:var(--line)}
.wait i{display:block;width:40%;height:100%;border-radius:2px;background:var(--accent);animation:move 1.4s ease-in-out infinite alternate}
@keyframes move{to{transform:translateX(150%)}}
@media(prefers-reduced-motion:reduce){.wait i{width:100%;animation:none}}`;

/** Content security policy that allows only the style of these pages. */
export const waitingPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0a5c46"/><path d="M9 8h8.5A6.5 6.5 0 0 1 24 14.5v3A6.5 6.5 0 0 1 17.5 24H9z" fill="none" stroke="#fff" stroke-width="3"/></svg>';

const page = (title: string, text: string, head = '', end = ''): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title} · Docwright</title>
<style>${style}</style>
<main>
${logo}
<h1>${title}</h1>
<p>${text}</p>
${end}</main>
</html>
`;

/** The page shown during a build, which takes a few seconds. It reloads automatically. */
export const beingBuiltPage = page(
  'The manual is being built',
  'This happens once after each start. The page opens automatically in a few seconds.',
  '<meta http-equiv="refresh" content="2">\n',
  '<div class="wait" aria-hidden="true"><i></i></div>\n',
);

export const notBuiltPage = page(
  "The manual can't be shown",
  "This installation doesn't include the manual, or it couldn't be built; see the service's log for the reason. The API description is at <code>/openapi.json</code>.",
);
