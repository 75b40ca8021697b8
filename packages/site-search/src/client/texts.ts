/** The few words of the dialog. */

const names = [
  'label',
  'empty',
  'none',
  'count',
  'failed',
  'close',
  'recent',
  'meant',
  'ask',
  'filters',
  'all',
] as const;
export type SearchTexts = Readonly<Record<(typeof names)[number], string>>;

/** In the order of `names`; {q} is what was typed, {n} a number. */
const english =
  'Search|Type to search|No results for “{q}”|{n} results|The search index could not be loaded|Close|Recent searches|Did you mean “{q}”?|Ask the assistant about “{q}”|Search in|All';

/** @param words of another language, as included in the page (`dialog-words.ts`); English by default */
export function searchTexts(words: string | undefined): SearchTexts {
  const parts = (words ?? english).split('|');
  return Object.fromEntries(names.map((text, index) => [text, parts[index] ?? ''])) as SearchTexts;
}
