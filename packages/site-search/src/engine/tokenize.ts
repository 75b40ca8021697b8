/** Words of a text, for the index and for what a reader types: both sides must cut alike. */

/** Scripts without spaces between words: cut into pairs of characters. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const unspacedRun =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

const MAX_WORD_CHARS = 32;

/** Letters that need folding or another way of cutting; punctuation and emoji do not. */
const needsUnicode = /[\u00aa-\u1fff\u2c00-\ud7ff\uf900-\ufdff]|[\ufe20-\uffff]/;

/** The runs of letters and digits of a text as they stand there: what `wordsOfRun` takes apart. */
export function runsOf(text: string): readonly string[] {
  if (!needsUnicode.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * The words of one run: lower case, without accents. `createUser` gives itself and its parts, Chinese and the like give
 * pairs of neighbouring characters. Numbers and names with digits stay whole; `_` and `-` have parted words before.
 */
export function wordsOfRun(run: string): string[] {
  if (!needsUnicode.test(run)) return wordsOf(run);
  const folded = run
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  if (!unspaced.test(folded)) return wordsOf(folded);
  return (folded.match(unspacedRun) ?? []).flatMap((part) => (unspaced.test(part) ? pairsOf(part) : wordsOf(part)));
}

function wordsOf(run: string): string[] {
  const lower = run.toLowerCase().slice(0, MAX_WORD_CHARS);
  if (lower === run || !/\p{Ll}\p{Lu}/u.test(run)) return [lower];
  const parts = run.split(/(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part.length > 1);
  return [lower, ...parts.map((part) => part.toLowerCase().slice(0, MAX_WORD_CHARS))];
}

/** `東京都` → `東京`, `京都`, `都`: the last character alone, so that it too begins a word. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

export interface QueryWord {
  readonly text: string;
  /** The reader may not have finished typing it. */
  readonly open: boolean;
}

/** What a reader typed, as words to look up: each once, the last one open unless a space follows it. */
export function queryWords(query: string): QueryWord[] {
  const words: string[] = [];
  for (const part of query.slice(0, 200).split(/\s+/)) {
    const found = runsOf(part).flatMap(wordsOfRun);
    // The trailing single character of a pair run is there for the index only.
    const last = found.at(-1) ?? '';
    if (found.length > 1 && last.length === 1 && unspaced.test(last)) found.pop();
    // `createUser` is looked up whole or by its parts; the parts find both.
    const isCompound = found.length > 1 && found.slice(1).join('') === found[0];
    words.push(...(isCompound ? found.slice(1) : found));
  }
  const open = !/\s$/.test(query);
  return [...new Set(words)].slice(0, 8).map((text, index, all) => ({ text, open: open && index === all.length - 1 }));
}
