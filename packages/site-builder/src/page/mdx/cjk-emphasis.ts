/**
 * CommonMark decides by the characters next to `**` whether it opens or closes, and assumes that words are separated:
 * in `**强调。**后文`, the full stop before the marks and the letter after them prevent bold text. Writers of Chinese,
 * Japanese and Korean expect bold, and readers of their sites see it. This is the rule of markdown-cjk-friendly: a CJK
 * letter next to the marks counts as a space between words, and CJK punctuation counts as a letter.
 *
 * The parser is third-party, so the deciding character is replaced during parsing with another of the same length: a
 * letter with a rare punctuation mark, punctuation with a private-use character. Positions are unchanged, and the
 * characters are restored in the tree.
 */
import type { RootNode } from './ast.ts';

const cjkText = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;
const cjkLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\uff10-\uff19]/u;
const cjkPunctuation = /[\u3001-\u3003\u3008-\u3020\u3030\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const punctuation = /[\p{P}\p{S}]/u;
const signs = /(?<![*~\\])(?:\*{1,3}|~~)(?![*~])/g;

/** Supplemental punctuation that wasn't found in any real text. */
const punctuationMasks = codes(0x2e00, 0x2e4f).filter((code) => /\p{P}/u.test(code));
const letterMasks = codes(0xe100, 0xe14f);

const anyMask = /[\u2e00-\u2e4f\ue100-\ue14f]/;

export interface MaskedText {
  readonly text: string;
  /** Maps masks to the original characters; empty if nothing was masked. */
  readonly originals: ReadonlyMap<string, string>;
}

export function maskCjkNeighbors(text: string): MaskedText {
  const originals = new Map<string, string>();
  if (!cjkText.test(text) || anyMask.test(text)) return { text, originals };
  const masks = new Map<string, string>();
  const maskOf = (character: string, pool: readonly string[]): string => {
    const known = masks.get(character);
    if (known !== undefined) return known;
    const free = pool.find((code) => !originals.has(code));
    // If all masks are in use, the text is parsed as in plain CommonMark.
    if (free === undefined) return character;
    masks.set(character, free);
    originals.set(free, character);
    return free;
  };
  const changed = new Map<number, string>();
  for (const { index, 0: run } of text.matchAll(signs)) {
    const at = decidingNeighbor(text, index, index + run.length);
    if (at === undefined) continue;
    const character = text[at] ?? '';
    changed.set(at, maskOf(character, cjkLetter.test(character) ? punctuationMasks : letterMasks));
  }
  let masked = '';
  let last = 0;
  for (const [at, character] of [...changed].sort(([a], [b]) => a - b)) {
    masked += text.slice(last, at) + character;
    last = at + 1;
  }
  return { text: masked + text.slice(last), originals };
}

/**
 * Position of the character that prevents the marks from opening or closing, if one of the two adjacent characters is
 * CJK.
 */
function decidingNeighbor(text: string, start: number, end: number): number | undefined {
  const [before = ' ', after = ' '] = [text[start - 1], text[end]];
  if (/\s/.test(before) || /\s/.test(after)) return undefined;
  if (punctuation.test(before) === punctuation.test(after)) return undefined;
  const [mark, letter] = punctuation.test(before) ? [start - 1, end] : [end, start - 1];
  if (cjkLetter.test(text[letter] ?? '')) return letter;
  return cjkPunctuation.test(text[mark] ?? '') ? mark : undefined;
}

/** Restores the characters at any position in the tree. */
export function unmaskCjkNeighbors(tree: RootNode, originals: ReadonlyMap<string, string>): void {
  const masks = new RegExp(`[${[...originals.keys()].join('')}]`, 'g');
  const pending: unknown[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const fields = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value === 'object') pending.push(value);
      else if (typeof value === 'string') fields[key] = value.replace(masks, (mask) => originals.get(mask) ?? mask);
    }
  }
}

function codes(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
}
