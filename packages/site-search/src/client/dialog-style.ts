/** Styles of the dialog, over the theme's variables; adopted by the document when the search is first opened. */
export const dialogStyle = `
.search-dialog{width:min(42rem,calc(100vw - 2rem));max-height:min(38rem,calc(100dvh - 2rem));margin:min(12vh,6rem) auto auto;padding:0;border:1px solid var(--line,#ddd);border-radius:var(--radius,.75rem);background:var(--bg,Canvas);color:var(--ink,CanvasText);box-shadow:0 1.5rem 4rem rgb(0 0 0/.3);overflow:hidden}
.search-dialog[open]{display:flex;flex-direction:column}
.search-dialog::backdrop{background:rgb(0 0 0/.45)}
.search-dialog form{display:flex;gap:.5rem;align-items:center;margin:0;padding:.75rem 1rem;border-bottom:1px solid var(--line,#ddd)}
.search-dialog input{flex:1;min-width:0;padding:.35rem 0;border:0;outline:0;background:none;color:inherit;font:inherit;font-size:1rem}
.search-dialog form:focus-within{box-shadow:inset 0 -2px var(--accent,Highlight)}
.search-dialog button{padding:.25rem .6rem;border:1px solid var(--line,#ddd);border-radius:.375rem;background:none;color:var(--muted,inherit);font:inherit;font-size:.8125rem;cursor:pointer}
.search-filters{display:flex;flex:none;flex-wrap:wrap;gap:.35rem;padding:.5rem 1rem;border-bottom:1px solid var(--line,#ddd);max-height:5.5rem;overflow-y:auto}
.search-filters:empty{display:none}
.search-filters button[aria-pressed=true]{border-color:var(--accent,Highlight);color:var(--ink,CanvasText);font-weight:600}
.search-results{overflow-y:auto;margin:0;padding:.5rem;scroll-padding-block-end:3.5rem}
.search-results:empty{display:none}
.search-result{display:block;padding:.55rem .75rem;border-radius:.5rem;color:inherit;text-decoration:none;overflow-wrap:anywhere;cursor:pointer}
.search-ask{position:sticky;inset-block-end:-.5rem;border-block-start:1px solid var(--line,#ddd);background:var(--bg,Canvas)}
.search-result[aria-selected=true]{background:var(--raised,#eee);outline:2px solid var(--accent,Highlight);outline-offset:-2px}
.search-result strong{display:block;font-weight:600}
.search-result small{display:block;color:var(--muted,inherit);font-size:.8125rem}
.search-result p{display:-webkit-box;margin:.15rem 0 0;overflow:hidden;color:var(--muted,inherit);font-size:.875rem;line-height:1.45;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.search-result mark{background:none;color:var(--accent,inherit);font-weight:600}
.search-status{margin:0;padding:.75rem 1rem;color:var(--muted,inherit);font-size:.875rem}
.search-begins .search-status{order:1}
.search-begins .search-results{order:2}
`;
