import { createHash } from 'node:crypto';

/**
 * The dashboard's look for pages without its code. Colors, fonts, sizes and the styles of bare elements are in the
 * dashboard's own style sheet (`tokens.css`), which each page loads; this file only combines them.
 */
export const STYLE = `
body { display: grid; grid-template-rows: auto 1fr; overflow-wrap: break-word; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { flex: none; vertical-align: -4px; }
.skip { position: absolute; left: 10px; top: -60px; z-index: 40; padding: 8px 14px; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); }
.skip:focus { top: 10px; }
.top { position: sticky; top: 0; z-index: 10; display: flex; align-items: center; justify-content: space-between; padding: 6px 10px 6px var(--gutter); border-bottom: 1px solid var(--line); background: var(--surface); }
.side { display: none; }
.brand { display: inline-flex; align-items: center; gap: 9px; min-height: 36px; color: inherit; font-weight: 650; font-size: 15px; letter-spacing: -0.01em; text-decoration: none; }
nav[aria-label=Main] { display: grid; gap: 2px; }
.link { display: flex; align-items: center; gap: 11px; min-height: max(34px, calc(var(--control) - 2px)); padding: 0 10px; border-radius: var(--radius); color: var(--soft); font-weight: 530; text-decoration: none; }
.link:hover { background: var(--hover); color: var(--text); }
hr { width: 100%; margin: 8px 0; border: 0; border-top: 1px solid var(--line); }
.account { display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 5px 8px; border-radius: var(--radius); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.account:hover { background: var(--hover); }
.face { flex: none; display: grid; place-items: center; width: 30px; height: 30px; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-weight: 650; }
.menu > summary { display: grid; place-items: center; width: var(--control); height: var(--control); border-radius: var(--radius); list-style: none; cursor: pointer; }
.menu > summary::-webkit-details-marker { display: none; }
.menu > div { position: absolute; right: 10px; top: 100%; display: grid; gap: 14px; width: min(300px, calc(100vw - 20px)); margin-top: 6px; padding: 12px; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--raised); box-shadow: var(--shadow); }
main { min-width: 0; width: 100%; max-width: 1240px; padding: 24px var(--gutter) 64px; }
.path { display: flex; flex-wrap: wrap; gap: 2px 8px; margin-bottom: 12px; color: var(--soft); font-size: 13px; }
.path > span { min-width: 0; overflow-wrap: anywhere; } .path > :last-child { color: var(--text); font-weight: 550; }
.path a { color: inherit; text-decoration: none; } .path a:hover { color: var(--text); text-decoration: underline; }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 12px 16px; margin-bottom: 20px; }
.head > div { min-width: 0; max-width: 100%; }
h1, .meta, .grow, .files a, .file .path-name { overflow-wrap: anywhere; }
h1 .number { color: var(--soft); font-weight: 400; }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 10px; margin: 24px 0 10px; }
code, .mono { font-family: var(--mono); }
p code, .markdown code, .meta code, .facts code { padding: .1em .35em; border-radius: 5px; background: var(--sunken); }
.meta { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; margin-top: 8px; color: var(--soft); font-size: 13px; }
.state, .label { display: inline-flex; padding: 1px 8px; border-radius: 99px; font-size: 12.5px; font-weight: 550; white-space: nowrap; background: var(--sunken); color: var(--soft); }
.state.open, .state.success { background: var(--good-soft); color: var(--good); } .state.merged { background: var(--merged-soft); color: var(--merged); }
.state.closed, .state.failure { background: var(--bad-soft); color: var(--bad); } .state.pending { background: var(--info-soft); color: var(--info); }
.columns { display: grid; gap: 22px; align-items: start; grid-template-columns: minmax(0, 1fr); }
.columns > * { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); } .columns > * > h2 { margin: 8px 0 -6px; }
.card { border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--surface); min-width: 0; }
.card > header { padding: 10px 18px; border-bottom: 1px solid var(--line); color: var(--soft); font-size: 13px; }
.card > .inside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; padding: 14px 18px 16px; } .card > h2 { margin: 0; padding: 14px 18px 0; }
.facts { display: grid; grid-template-columns: minmax(80px, max-content) 1fr; gap: 7px 18px; } .facts dt { color: var(--soft); } .facts dd { min-width: 0; overflow-wrap: anywhere; }
.soft, .counts, .empty { color: var(--soft); } .soft { font-size: 13px; } .empty { padding: 14px 18px; }
.markdown { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
.markdown :is(ul, ol) { padding-left: 22px; list-style: revert; } .markdown li > p { display: inline; }
.markdown :is(h1, h2, h3) { display: block; margin: 8px 0 0; } .markdown h1 { font-size: 20px; } .markdown h2 { font-size: 17px; }
.markdown pre { padding: 12px 14px; border-radius: var(--radius); background: var(--sunken); overflow-x: auto; } .markdown pre code { padding: 0; background: none; }
.markdown table { display: block; border-collapse: collapse; overflow-x: auto; } .markdown :is(td, th) { padding: 5px 11px; border: 1px solid var(--line); text-align: left; }
.markdown blockquote { margin: 0; padding-left: 14px; border-left: 3px solid var(--line); color: var(--soft); } .markdown img { max-width: 100%; }
.markdown input[type=checkbox] { margin: 0 6px 0 0; } .markdown li:has(> input[type=checkbox], > p > input[type=checkbox]) { list-style: none; margin-left: -20px; }
.list li { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 10px 18px; } .list li + li { border-top: 1px solid var(--line); } .list .grow { flex: 1 1 200px; min-width: 0; }
.list .icon { color: var(--soft); } .kind-folder .icon { color: var(--accent); }
.files { display: grid; gap: 4px; margin-bottom: 12px; font-size: 13px; } .files li { display: flex; gap: 8px; align-items: baseline; } .files a { font-family: var(--mono); font-size: 12.5px; }
.change { display: inline-block; width: 18px; color: var(--warn); font: 600 12px var(--mono); } .change.added { color: var(--good); } .change.deleted { color: var(--bad); }
.counts { font: 12.5px var(--mono); white-space: nowrap; } .plus { color: var(--good); } .minus { color: var(--bad); }
.file { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: clip; scroll-margin-top: 64px; } .file + .file { margin-top: 14px; }
.file > summary { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 10px; min-height: 42px; padding: 6px 12px; background: var(--surface); list-style: none; cursor: pointer; }
.file > summary::-webkit-details-marker { display: none; } .file > summary:hover { background: var(--hover); } .file[open] > summary { border-bottom: 1px solid var(--line); }
.file > summary::before { content: ''; flex: none; width: 7px; height: 7px; margin: 0 3px; border: solid var(--soft); border-width: 1.8px 1.8px 0 0; rotate: 45deg; } .file[open] > summary::before { rotate: 135deg; translate: 0 -2px; }
.file .path-name { flex: 1; min-width: 0; font: 12.5px var(--mono); }
.patch { overflow-x: auto; } .patch table { width: 100%; border-collapse: collapse; font: 12.5px/1.6 var(--mono); tab-size: 4; }
.patch td { padding: 0 8px; vertical-align: top; } .patch .number { width: 1%; min-width: 42px; color: var(--soft); text-align: right; user-select: none; }
.patch .code { padding-left: 20px; text-indent: -12px; white-space: pre-wrap; overflow-wrap: anywhere; } .patch .sign { display: inline-block; width: 12px; text-indent: 0; color: var(--soft); user-select: none; }
.patch tr:target { background: var(--warn-soft); scroll-margin-top: 80px; }
.added td { background: var(--added); } .removed td { background: var(--removed); }
.patch mark { color: inherit; } .added mark { background: var(--added-strong); } .removed mark { background: var(--removed-strong); }
.hunk td { padding: 2px 12px; background: var(--sunken); color: var(--soft); font: 13px/1.5 var(--font); } .note .code { color: var(--soft); font-style: italic; }
.t-c { color: var(--code-comment); } .t-s, .t-l { color: var(--code-string); } .t-n, .t-p, .t-h { color: var(--code-key); } .t-k { color: var(--code-keyword); } .t-f { color: var(--code-function); }
.t-t, .t-v { color: var(--code-type); } .t-g, .t-i { color: var(--code-tag); } .t-d { color: var(--code-deleted); } .t-b, .t-h { font-weight: 600; } .t-e { font-style: italic; }
.notice { padding: 11px 14px; border-radius: var(--radius); background: var(--warn-soft); overflow-wrap: anywhere; } .notice.bad { background: var(--bad-soft); } .notice.good { background: var(--good-soft); } .notice ul { padding-left: 20px; list-style: disc; }
form { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; justify-content: flex-end; } form label { display: grid; flex: 1 1 260px; gap: 5px; font-weight: 550; } form label.wide { flex-basis: 100%; } form .grow { flex: 1 1 200px; align-self: center; }
.control { width: 100%; min-height: var(--control); padding: 6px 11px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); font-weight: 400; } textarea.control { padding: 9px 11px; resize: vertical; } .control::placeholder { color: var(--soft); opacity: .85; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 7px; min-height: var(--control); padding: 0 14px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--text); font-weight: 550; white-space: nowrap; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--hover); } .button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); } .button.primary:hover { background: var(--accent-hover); } .button.danger { color: var(--bad); } .button.danger:hover { background: var(--bad-soft); }
.clone { padding: 10px 14px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12.5px; }
@media (min-width: 900px) {
  body { grid-template: 1fr / 232px minmax(0, 1fr); } .top { display: none; } main { margin-inline: auto; padding-top: 32px; }
  .side { position: sticky; top: 0; display: grid; grid-template-rows: auto auto 1fr auto; gap: 14px; height: 100dvh; padding: 16px 12px 12px; border-right: 1px solid var(--line); background: var(--surface); overflow-y: auto; }
  .side .brand { padding: 0 8px; } .file { scroll-margin-top: 12px; }
}
@media (min-width: 1180px) { .columns.with-side { grid-template-columns: minmax(0, 1fr) 300px; } }
@media (max-width: 899px) { .file > summary { top: 49px; } }
@media (max-width: 640px) { .patch .number { min-width: 30px; padding: 0 4px; } .patch .number:has(+ .number) { display: none; } form label { flex-basis: 100%; } }
@media (pointer: coarse) { .control { font-size: 16px; } }
`;

/** The source for the page's Content-Security-Policy, which allows this inline style sheet and no other. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
