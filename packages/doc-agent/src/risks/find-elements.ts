import type { FileChange } from '../overlay/list-file-changes.ts';
import { createLineCounter } from '../text/count-lines.ts';
import { decodeEscapes } from './decode-text.ts';
import { readLines } from './read-lines.ts';

export interface NewElement {
  /** 1-based. */
  readonly line: number;
  readonly what: string;
}

const elements: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<script\b/gi, 'a script'],
  [/<iframe\b/gi, 'an embedded page (iframe)'],
  [
    /<(?:object|embed|applet|form|base|link|meta)\b/g,
    'an element that loads or sends something (object, embed, form, base, link, meta)',
  ],
  [
    /<(?:style|foreignObject|portal|frameset|frame)\b/g,
    'an element that changes the whole page (style, frame, foreignObject)',
  ],
  [/<input\b[^<>]{0,500}\btype\s{0,5}=\s{0,5}["'{]{0,3}(?:password|email|tel)/gi, 'a field for personal data'],
  [/\son[a-z]{3,20}\s{0,5}=\s{0,5}["'{]/gi, 'an event handler'],
  [
    /\bj\s{0,3}a\s{0,3}v\s{0,3}a\s{0,3}s\s{0,3}c\s{0,3}r\s{0,3}i\s{0,3}p\s{0,3}t\s{0,3}:|\b(?:data:text\/html|data:image\/svg\+xml|vbscript:)/gi,
    'a link that runs a program',
  ],
  [/dangerouslySetInnerHTML|\bsrcDoc\s{0,5}=|\binnerHTML\b/gi, 'raw HTML'],
  [
    /\b(?:href|src|srcset|action|formaction|poster|to|url)\s{0,3}=\s{0,3}\{[^{}"'`]{0,200}(?:\(|\+|`[^`]{0,300}\$\{|["'][^"']{0,300}["']\s{0,5}\+)/gi,
    'an address that a program computes',
  ],
  [
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|eval|atob|postMessage|createElement|setAttribute)\(|\bnew\s{1,3}Function\b|\bimport\(|\b(?:document|window|globalThis|navigator|localStorage|sessionStorage|location)(?:\?\.|\.[a-z_$]|\[["'`])/gi,
    'program text that reaches the browser, its storage or the network',
  ],
  [
    /\bposition\s{0,3}:\s{0,3}["']?fixed|\bclassName?\s{0,3}=\s{0,3}["'{`]{1,2}[^"'`]{0,200}\b(?:fixed|inset-0)\b/gi,
    'an element that covers the page',
  ],
  [/@import\b|\burl\(\s{0,5}["']?(?:https?:)?\/\//gi, 'a style that loads something from another host'],
  [
    /(?:!\[[^\]\n]{0,300}\]\(\s{0,5}<?(?:https?:)?\/\/)|<(?:img|image|video|source|audio|picture|track)\b[^<>]{0,2000}?\b(?:src|srcset|poster|href)\s{0,5}=\s{0,5}[{"'`\s]{0,5}(?:https?:)?\/\//gi,
    'an image from an external host, or of one pixel, that may count readers',
  ],
  [
    /<(?:img|image)\b(?![^<>]{0,2000}\bsrc\s{0,5}=\s{0,5}[{"'`\s]{0,5}(?:https?:)?\/\/)[^<>]{0,2000}?\b(?:width|height)\s{0,5}=\s{0,5}[{"']{0,3}[01](?:px)?["'}\s/]/gi,
    'an image from an external host, or of one pixel, that may count readers',
  ],
];

/** Kinds of elements that became more frequent in a page or image. */
export function findNewElements({ path, before, after }: FileChange): NewElement[] {
  if (/\.(?:json|ya?ml|txt)$/i.test(path)) return [];
  const now = toVisible(path, after);
  const old = toVisible(path, before);
  const oldLines = new Set(old.split('\n'));
  const all = now.split('\n');
  const found: NewElement[] = [];
  for (const [pattern, what] of elements) {
    const matches = [...now.matchAll(pattern)];
    if (matches.length <= countOf(old, pattern) || found.some((each) => each.what === what)) continue;
    const lineAt = createLineCounter(now);
    const lines = matches.map(({ index, 0: text }) => lineAt(index + (text.length - text.trimStart().length)));
    found.push({ what, line: lines.find((line) => !oldLines.has(all[line - 1] ?? '')) ?? lines[0] ?? 1 });
  }
  return found;
}

const toVisible = (path: string, text: string): string =>
  readLines(path, text)
    .map(({ visible }) => decodeEscapes(visible))
    .join('\n');

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Sentences that tell readers to protect something. */
const safeguard =
  /\b(?:never|do not|don['’]t|must not|should not|always|make sure|be careful|keep|only|must)\b[^.\n]{0,120}\b(?:secrets?|tokens?|passwords?|private keys?|api keys?|keys?|credentials?|signatures?|checksums?|certificates?|fingerprints?|verif\w{1,6}|tls|https|encrypt\w{0,5}|sanitiz\w{1,5}|permissions?|production|trusted|untrusted)\b/gi;

/** Returns the warnings that a change removed. */
export function findLostSafeguards({ change, before, after }: FileChange): string[] {
  if (change !== 'modified' && change !== 'moved') return [];
  const now = [...after.matchAll(safeguard)].length;
  const old = [...before.matchAll(safeguard)].map(([sentence]) => sentence);
  if (now >= old.length) return [];
  return old.filter((sentence) => !after.includes(sentence)).slice(0, old.length - now);
}
