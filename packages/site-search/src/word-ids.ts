import type { Concepts } from './engine/concepts.ts';
import { ownText } from './own-text.ts';
import { isUnspaced, wordsOfRun } from './engine/tokenize.ts';

/** The words of a scope by number, with their constant data. */
export class WordIds {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  /** Most runs of letters recur: their words are cached by the run as written in the text. */
  readonly #byRun = new Map<string, readonly number[]>();
  readonly #names: (Uint8Array | undefined)[] = [];
  readonly #prefixes: (readonly string[] | undefined)[] = [];
  readonly #concepts: Concepts;
  readonly #conceptsOf: (readonly number[] | undefined)[] = [];
  readonly #spelt: (boolean | undefined)[] = [];
  #sorted: number[] = [];

  /** @param words the words of an earlier process in the order of their numbers, so that they keep their numbers */
  constructor(concepts: Concepts, words: readonly string[] = []) {
    this.#concepts = concepts;
    for (const word of words) this.#idOf(word);
  }

  /** Returns the groups of synonyms that a word belongs to. */
  conceptsOf(id: number): readonly number[] {
    return (this.#conceptsOf[id] ??= this.#concepts.ofWord(this.words[id] ?? '').map((concept) => this.#idOf(concept)));
  }

  ofRun(run: string): readonly number[] {
    const known = this.#byRun.get(run);
    if (known !== undefined) return known;
    const own = ownText(run);
    const found = wordsOfRun(own).map((word) => this.#idOf(word));
    this.#byRun.set(own, found);
    return found;
  }

  /** Returns all numbers, sorted by the code units of their words. */
  sorted(): readonly number[] {
    const { words } = this;
    if (this.#sorted.length === words.length) return this.#sorted;
    for (let id = this.#sorted.length; id < words.length; id++) this.#sorted.push(id);
    this.#sorted = this.#sorted.sort((a, b) => ((words[a] ?? '') < (words[b] ?? '') ? -1 : 1));
    return this.#sorted;
  }

  /** Whether people type the word: letters only, neither a name nor a group of synonyms. */
  isSpelt(id: number): boolean {
    return (this.#spelt[id] ??= /^\p{L}{4,20}$/u.test(this.words[id] ?? '') && !isUnspaced(this.words[id] ?? ''));
  }

  /** Returns the word in UTF-8. */
  nameOf(id: number): Uint8Array {
    return (this.#names[id] ??= Buffer.from(this.words[id] ?? ''));
  }

  /** Returns the word's first character and first two characters; empty for a word in an unspaced script. */
  prefixesOf(id: number): readonly string[] {
    return (this.#prefixes[id] ??= prefixesOf(this.words[id] ?? ''));
  }

  #idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.words.push(word) - 1;
    this.#ids.set(word, id);
    return id;
  }
}

function prefixesOf(word: string): readonly string[] {
  // Two characters of an unspaced script are a complete word, which is in the shards.
  if (isUnspaced(word)) return [];
  const [first = '', second = ''] = Array.from(word.slice(0, 4));
  return second === '' ? [first] : [first, first + second];
}
