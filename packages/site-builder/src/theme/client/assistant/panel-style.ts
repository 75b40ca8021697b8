/** Styles of the panel, over the theme's variables; adopted by the document when the panel is first opened. */
export const panelStyle = `
.assistant{position:fixed;z-index:60;inset-block:0;inset-inline-end:0;display:flex;flex-direction:column;width:min(27rem,100vw);background:var(--bg,Canvas);color:var(--ink,CanvasText);border-inline-start:1px solid var(--line,#ddd);box-shadow:0 0 3rem rgb(0 0 0/.15);font-size:.9375rem;line-height:1.6}
.assistant[hidden]{display:none}
.assistant header{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.75rem 1rem;border-bottom:1px solid var(--line,#ddd)}
.assistant h2{flex:1;margin:0;font-size:1rem;font-weight:650}
.assistant button{padding:.3rem .65rem;border:1px solid var(--line,#ddd);border-radius:.5rem;background:none;color:inherit;font:inherit;font-size:.8125rem;cursor:pointer}
.assistant button:hover{background:var(--raised,#eee)}
.assistant :focus-visible{outline:2px solid var(--accent,Highlight);outline-offset:2px}
.assistant-log{flex:1;overflow-y:auto;padding:1rem;overscroll-behavior:contain;overflow-wrap:anywhere}
.assistant-greeting{color:var(--muted,inherit)}
.assistant-threads{margin:0;padding:0;list-style:none}
.assistant-threads li{display:flex;gap:.4rem;margin:0 0 .5rem}
.assistant .assistant-threads button:first-child{flex:1;min-width:0;overflow:hidden;padding:.5rem .8rem;text-align:start;text-overflow:ellipsis;white-space:nowrap;font-size:.875rem}
.assistant header button[aria-pressed=true]{border-color:var(--accent,Highlight)}
.assistant-starters{display:flex;flex-direction:column;align-items:start;gap:.5rem;margin:1rem 0;padding:0;list-style:none}
.assistant .assistant-starters button{padding:.45rem .8rem;border-radius:.9rem;font-size:.875rem;text-align:start}
.assistant-note{margin:0;padding:0 1rem calc(.75rem + env(safe-area-inset-bottom));color:var(--muted,inherit);font-size:.75rem;line-height:1.4}
.assistant-note:empty{padding-top:0}
.assistant-thumb svg{display:block;width:1.1rem;height:1.1rem;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linejoin:round}
.assistant-thumb-down svg{rotate:180deg}
.assistant-thumb[aria-pressed=true]{border-color:var(--accent,Highlight);color:var(--accent,Highlight)}
.assistant-user{width:fit-content;max-width:90%;margin:0 0 1rem;margin-inline-start:auto;padding:.5rem .85rem;border-radius:.9rem;background:var(--raised,#eee);white-space:pre-wrap}
.assistant-answer{margin:0 0 1.5rem}
.assistant-answer :is(h3,p,ul,ol,pre,blockquote,table){margin:.6rem 0}
.assistant-answer :is(p,li,h3,td,th){unicode-bidi:plaintext}
.assistant-answer h3{font-size:.9375rem;font-weight:650}
.assistant-answer :is(ul,ol){padding-inline-start:1.4rem}
.assistant-answer ul{list-style:disc}
.assistant-answer ol{list-style:decimal}
.assistant-answer a{color:var(--accent,LinkText);text-decoration:underline;text-underline-offset:.15em}
.assistant code{direction:ltr;unicode-bidi:isolate}
.assistant-answer code{padding:.1em .3em;border-radius:.3rem;background:var(--raised,#eee);font-size:.85em}
.assistant-answer pre{direction:ltr;text-align:left;overflow-x:auto;padding:.75rem;border:1px solid var(--line,#ddd);border-radius:.6rem}
.assistant-answer pre code{padding:0;background:none;white-space:pre}
.assistant-block{position:relative}
.assistant-block button{position:absolute;inset-block-start:.35rem;right:.35rem;padding:.1rem .5rem;background:var(--bg,Canvas);opacity:0}
.assistant-block:is(:hover,:focus-within) button{opacity:1}
@media (hover:none){.assistant-block button{opacity:1}.assistant-answer .assistant-block pre{padding-block-start:2.25rem}}
.assistant-answer blockquote{padding-inline-start:.8rem;border-inline-start:3px solid var(--line,#ddd)}
.assistant-answer div:has(>table){overflow-x:auto}
.assistant-answer :is(td,th){padding:.25rem .5rem;border:1px solid var(--line,#ddd);text-align:start;font-size:.85em}
.assistant-tools{display:flex;gap:.4rem}
.assistant-working{color:var(--muted,inherit)}
@media (prefers-reduced-motion:no-preference){.assistant-working{animation:assistant-working 1.6s ease-in-out infinite}@keyframes assistant-working{50%{opacity:.45}}}
.assistant-selected{margin:0 1rem;padding:.4rem .7rem;border-inline-start:3px solid var(--accent,Highlight);color:var(--muted,inherit);font-size:.8125rem;max-height:4.5em;overflow:hidden;white-space:pre-wrap}
.assistant .assistant-send{flex:none;min-height:2.75rem;padding:0 1rem;border-color:transparent;border-radius:.6rem;background:var(--fill,ButtonFace);color:var(--on-fill,ButtonText);font-size:.875rem;font-weight:600}
.assistant .assistant-send:hover{background:var(--fill,ButtonFace);filter:brightness(1.08)}
.assistant .assistant-send:disabled{opacity:.5;cursor:default}
.assistant form{display:flex;gap:.5rem;align-items:end;padding:.75rem 1rem}
.assistant textarea{flex:1;min-width:0;min-height:2.75rem;max-height:10rem;padding:.55rem .7rem;border:1px solid var(--line,#ddd);border-radius:.6rem;background:none;color:inherit;font:inherit;font-size:1rem;resize:none;field-sizing:content}
@media (min-width:80rem){
.assistant-beside body{margin-inline-end:27rem}
.assistant-beside .assistant{box-shadow:none}
.assistant-beside .dw-table-of-contents{display:none}
.assistant-beside .layout{grid-template-columns:var(--side) minmax(0,1fr)}
.assistant-beside :is(.no-sidebar,.frame-side:not(.no-sidebar)) .layout{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:40rem){.assistant{width:100vw;border:0}}
@media print{.assistant{display:none}}
`;
