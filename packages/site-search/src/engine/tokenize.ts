/** Splits text into words, for the index and for queries: both must split the same way. */
import { remember } from './remember.ts';

/** Scripts without spaces between words, which are divided into pairs of characters. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const unspacedRun =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

const MAX_WORD_CHARS = 32;

/** Letters that need folding or different splitting; punctuation and emoji don't. */
const needsUnicode = /[\u00aa-\u1fff\u2c00-\ud7ff\uf900-\ufdff]|[\ufe20-\uffff]/;

/**
 * Returns the runs of letters and digits in the text, unchanged; names joined by punctuation are one run, which
 * `wordsOfRun` splits.
 */
export function runsOf(text: string): readonly string[] {
  if (!needsUnicode.test(text)) return text.match(/[A-Za-z0-9]+(?:[_./-][A-Za-z0-9]+)*/g) ?? [];
  return text.match(/[\p{L}\p{N}\p{M}]+(?:[_./-][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
}

/** Punctuation that joins the parts of a name: `api_key`, `no-cache`, `v2/agent`. */
const joiner = /[_./-]/;
/** A run with more parts than this is an address or a list. */
const MAX_JOINED_PARTS = 4;

/**
 * Returns the words of one run: lower case, without accents. `createUser` and `api_key` produce themselves (without
 * punctuation) and their parts; unspaced scripts such as Chinese produce pairs of adjacent characters. Numbers and
 * names with digits aren't divided.
 */
export function wordsOfRun(run: string): string[] {
  if (!joiner.test(run)) return wordsOfPart(run);
  // `client.get_user` is a name that contains another.
  const parts = run.split(/[./]+/);
  const words = parts.length > 1 ? parts.flatMap(wordsOfRun) : run.split(/[_-]+/).flatMap(wordsOfPart);
  const whole = nameOf(run);
  return whole === undefined ? words : [whole, ...words];
}

/**
 * Returns a name of several parts as one word, or `undefined` for a single word, an address or anything that isn't a
 * name.
 */
export function nameOf(run: string): string | undefined {
  const parts = run.split(/[_./-]+/);
  if (parts.length === 1 || parts.length > MAX_JOINED_PARTS || isUnspaced(run) || !/[A-Za-z]/.test(run))
    return undefined;
  const whole = fold(parts.join('')).toLowerCase();
  return whole.length > MAX_WORD_CHARS ? undefined : whole;
}

function wordsOfPart(part: string): string[] {
  if (!needsUnicode.test(part)) return wordsOf(part);
  const folded = fold(part);
  if (!unspaced.test(folded)) return wordsOf(folded);
  return (folded.match(unspacedRun) ?? []).flatMap((piece) => (unspaced.test(piece) ? pairsOf(piece) : wordsOf(piece)));
}

function fold(text: string): string {
  if (!needsUnicode.test(text)) return text;
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function wordsOf(run: string): string[] {
  const lower = run.toLowerCase().slice(0, MAX_WORD_CHARS);
  if (lower === run || !/\p{Ll}\p{Lu}/u.test(run)) return [lower];
  const parts = run.split(/(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part.length > 1);
  return [lower, ...parts.map((part) => part.toLowerCase().slice(0, MAX_WORD_CHARS))];
}

/** Divides `東京都` into `東京`, `京都`, `都`: the last character is also a word, so that a word begins with it. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/**
 * Returns the words of text in the form of a query: pairs of characters without the last single character, which only
 * the index has.
 */
export function lookUpWords(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    const words = wordsOfRun(run);
    const last = words.at(-1) ?? '';
    return words.length > 1 && Array.from(last).length === 1 && unspaced.test(last) ? words.slice(0, -1) : words;
  });
}

/**
 * `lookUpWords` of text shown in a result, with a space before and after each word; cached because frequent results
 * recur.
 */
export const spacedWords = remember(20_000, (text) => ` ${lookUpWords(text).join(' ')} `);
