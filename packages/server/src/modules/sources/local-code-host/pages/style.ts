import { createHash } from 'node:crypto';

/** One style sheet inside the page, so a pull request opens with a single request. */
export const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#ffffff, #181b19); --raised: light-dark(#f6f6f3, #111311); --line: light-dark(#e3e3dc, #2a2f2c);
  --text: light-dark(#191c1a, #e9ece9); --quiet: light-dark(#5a5f5b, #a2aba6); --accent: light-dark(#0a5c46, #5fd0aa); --on-accent: light-dark(#ffffff, #04261b);
  --good: light-dark(#14713f, #62cf92); --good-ground: light-dark(#e3f5e9, #10301e); --good-strong: light-dark(#b9e5c8, #18492d);
  --bad: light-dark(#b0261d, #ff8f85); --bad-ground: light-dark(#fdeae8, #3a1916); --bad-strong: light-dark(#f7c6c1, #5e241f);
  --done: light-dark(#6b3fc0, #bb9cf7); --warn: light-dark(#835400, #e2b45c); --warn-ground: light-dark(#fbf0d9, #33270f);
  --button: var(--accent); --button-text: var(--on-accent); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); line-height: 1.55;
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); text-decoration: none; } a:hover, p a, .markdown a, .card > header a { text-decoration: underline; text-underline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar { border-bottom: 1px solid var(--line); background: var(--raised); }
.bar > div, main { max-width: 1080px; margin: 0 auto; padding: 0 20px; }
.bar > div { display: flex; gap: 10px; align-items: center; min-height: 52px; flex-wrap: wrap; }
.bar .brand { display: inline-flex; align-items: center; gap: 8px; color: var(--text); font-weight: 650; } .back { margin: 0 0 10px; font-size: 13.5px; } .kind { color: var(--quiet); } .kind-folder { color: var(--accent); } .kind .icon { vertical-align: -3px; } .bar .sep { color: var(--quiet); }
main { padding-top: 28px; padding-bottom: 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 10px; font-weight: 600; } h1 .number { color: var(--quiet); font-weight: 400; }
h2 { font-size: 17px; margin: 36px 0 12px; }
code, pre, .patch, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12.5px; }
code { background: var(--raised); border-radius: 5px; padding: .15em .35em; } pre code { background: none; padding: 0; }
.meta { color: var(--quiet); display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 24px; }
.state { border-radius: 99px; padding: 3px 12px; font-weight: 600; font-size: 13px; color: #fff; background: var(--quiet); }
.state.open { background: #14713f; } .state.merged { background: #6b3fc0; } .state.closed { background: #b0261d; }
.label { border: 1px solid var(--line); border-radius: 99px; padding: 1px 9px; font-size: 12px; }
.card { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin: 0 0 16px; background: var(--ground); }
.card > header { background: var(--raised); border-bottom: 1px solid var(--line); padding: 9px 16px; color: var(--quiet); font-size: 13px; }
.card > .inside { padding: 14px 16px; }
.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown pre { background: var(--raised); padding: 12px 14px; border-radius: 8px; overflow-x: auto; }
.markdown table { border-collapse: collapse; display: block; overflow-x: auto; } .markdown td, .markdown th { border: 1px solid var(--line); padding: 5px 11px; }
.markdown blockquote { margin: 0; padding-left: 14px; border-left: 3px solid var(--line); color: var(--quiet); } .markdown img { max-width: 100%; }
.list { list-style: none; margin: 0; padding: 0; } .list li { display: flex; gap: 12px; padding: 9px 16px; align-items: baseline; }
.list li + li { border-top: 1px solid var(--line); } .list .grow { flex: 1; min-width: 0; } .list .quiet, .quiet { color: var(--quiet); }
.files { list-style: none; margin: 0 0 16px; padding: 0; } .files li { padding: 2px 0; font-size: 13.5px; }
.change { display: inline-block; width: 18px; font: 600 12px ui-monospace, monospace; color: var(--warn); } .change.added { color: var(--good); } .change.deleted { color: var(--bad); }
.counts { font-size: 12.5px; color: var(--quiet); white-space: nowrap; } .plus { color: var(--good); } .minus { color: var(--bad); }
.file { border: 1px solid var(--line); border-radius: 10px; margin: 0 0 16px; overflow: clip; scroll-margin-top: 12px; }
.file > summary { background: var(--raised); padding: 9px 14px; cursor: pointer; display: flex; gap: 12px; position: sticky; top: 0; z-index: 1; border-bottom: 1px solid var(--line); }
.file > summary::before { content: "▸"; color: var(--quiet); } .file[open] > summary::before { content: "▾"; }
.file:not([open]) > summary { border-bottom: 0; } .file .path { flex: 1; font: 600 13px ui-monospace, SFMono-Regular, Menlo, monospace; }
.empty { padding: 14px 16px; margin: 0; color: var(--quiet); }
.patch { overflow-x: auto; } .patch table { border-collapse: collapse; width: 100%; }
.patch td { padding: 0 8px; vertical-align: top; line-height: 1.6; }
.patch .number { width: 1%; min-width: 42px; text-align: right; color: var(--quiet); user-select: none; border-right: 1px solid var(--line); }
.patch .code { white-space: pre-wrap; width: 99%; overflow-wrap: anywhere; } .list .grow, .files a, .file .path, h1, .meta code { overflow-wrap: anywhere; } .patch .sign { user-select: none; display: inline-block; width: 1.4em; color: var(--quiet); }
.patch tr:target { background: var(--warn-ground); scroll-margin-top: 80px; }
.added .code { background: var(--good-ground); } .added .number { background: var(--good-strong); color: var(--text); }
.removed .code { background: var(--bad-ground); } .removed .number { background: var(--bad-strong); color: var(--text); }
.patch mark { color: inherit; border-radius: 3px; } .added mark { background: var(--good-strong); } .removed mark { background: var(--bad-strong); }
.t-c { color: light-dark(#4b5663, #aeb8c4); } .t-s, .t-l { color: light-dark(#0a5c3a, #a5d6a7); } .t-n, .t-p, .t-h { color: light-dark(#0550ae, #8fcbff); } .t-k { color: light-dark(#a01d40, #ff9fb0); } .t-f { color: light-dark(#6438b0, #d8b4ff); }
.t-t, .t-v { color: light-dark(#7a3e00, #ffb77c); } .t-g, .t-i { color: light-dark(#0f5a25, #7ee787); } .t-d { color: light-dark(#980c22, #ffa8a0); } .t-b, .t-h { font-weight: 600; } .t-e { font-style: italic; }
.hunk td { background: var(--raised); color: var(--quiet); padding: 4px 12px; } .note .code { color: var(--quiet); font-style: italic; }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--warn); border-radius: 8px; padding: 10px 14px; background: var(--warn-ground); margin: 0 0 16px; }
.notice.bad { border-left-color: var(--bad); background: var(--bad-ground); } .notice.good { border-left-color: var(--good); background: var(--good-ground); }
form { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; } form label { display: grid; gap: 4px; flex: 1 1 260px; font-size: 13px; color: var(--quiet); }
input { font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 7px; padding: 8px 11px; width: 100%; }
textarea { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: 7px; padding: 8px 10px; resize: vertical; } form label.wide { flex-basis: 100%; }
button { font: inherit; font-weight: 600; border: 1px solid var(--line); border-radius: 7px; padding: 8px 16px; cursor: pointer; background: var(--raised); color: var(--text); }
input[type=checkbox] { width: auto; margin: 0 6px 0 0; } li:has(> input[type=checkbox]), li:has(> p > input[type=checkbox]) { list-style: none; margin-left: -20px; }
.markdown li > p { margin: 0; display: inline; }
button { white-space: nowrap; } button.primary { background: var(--button); border-color: transparent; color: var(--button-text); } button.danger { color: var(--bad); } button:disabled { opacity: .5; cursor: not-allowed; }
.clone { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; overflow-x: auto; white-space: pre; margin: 0; }
@media (max-width: 640px) { .bar > div, main { padding-left: 14px; padding-right: 14px; } h1 { font-size: 21px; } .patch .number { min-width: 30px; padding: 0 4px; }
  .patch .number:has(+ .number) { display: none; } .list li { flex-wrap: wrap; gap: 4px 12px; } .list .grow { flex-basis: 60%; } .list .grow + .quiet { flex-basis: auto; } form label { flex-basis: 100%; } button { flex: 1; } }
`;

/** For the page's Content-Security-Policy: allows this sheet and no other. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
