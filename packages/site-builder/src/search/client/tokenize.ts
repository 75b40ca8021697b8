/** Words of a text, for the index and for what a reader types: both sides must cut alike. */

/** Scripts without spaces between words: cut into pairs of characters. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const unspacedRun =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

const MAX_WORD_CHARS = 32;

/**
 * Calls `take` for each word: lower case, without accents. `createUser` gives itself and its parts, Chinese and the like
 * give pairs of neighbouring characters. Numbers and names with digits stay whole; `_` and `-` part words.
 */
export function eachWord(text: string, take: (word: string) => void): void {
  // oxlint-disable-next-line no-control-regex -- the ASCII range, in which most texts stay, needs no Unicode work
  if (/^[\x00-\x7f]*$/.test(text)) {
    eachPlainWord(text, take);
    return;
  }
  const folded = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  for (const [run] of folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!unspaced.test(run)) takeWord(run, take);
    else
      for (const [part] of run.matchAll(unspacedRun))
        if (unspaced.test(part)) eachPair(part, take);
        else takeWord(part, take);
  }
}

function eachPlainWord(text: string, take: (word: string) => void): void {
  const words = text.match(/[A-Za-z0-9]+/g);
  if (words !== null) for (const word of words) takeWord(word, take);
}

function takeWord(word: string, take: (word: string) => void): void {
  const lower = word.toLowerCase();
  take(lower.length > MAX_WORD_CHARS ? lower.slice(0, MAX_WORD_CHARS) : lower);
  if (lower !== word && /\p{Ll}\p{Lu}/u.test(word)) {
    for (const part of word.split(/(?<=\p{Ll})(?=\p{Lu})/u))
      if (part.length > 1) take(part.toLowerCase().slice(0, MAX_WORD_CHARS));
  }
}

/** `東京都` → `東京`, `京都`, `都`: the last character alone, so that it too begins a word. */
function eachPair(run: string, take: (word: string) => void): void {
  const characters = Array.from(run);
  for (let index = 0; index < characters.length; index++)
    take((characters[index] ?? '') + (characters[index + 1] ?? ''));
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
    const found: string[] = [];
    eachWord(part, (word) => found.push(word));
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
