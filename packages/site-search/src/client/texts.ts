/** The labels of the dialog. */

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

/**
 * The English labels in the order of `names`; {q} is the query, {n} a number. `count` has a form for each plural
 * category of the language (`one=…;few=…`, as in CLDR), and the last form, without a name, is for the other numbers.
 */
const english =
  'Search|Type to search|No results for “{q}”|one={n} result;{n} results|The search index could not be loaded|Close|Recent searches|Did you mean “{q}”?|Ask the assistant about “{q}”|Search in|All';

/** @param words labels in another language, as included in the page (`dialog-words.ts`); English by default */
export function searchTexts(words: string | undefined): SearchTexts {
  const parts = (words ?? english).split('|');
  return Object.fromEntries(names.map((text, index) => [text, parts[index] ?? ''])) as SearchTexts;
}

/**
 * Writes a number of results in the form that the language uses for it.
 * @param forms `SearchTexts.count`
 * @param language of the labels
 */
export function countText(forms: string, language: string, count: number): string {
  // The labels depend only on the base language, and a site's own tag, such as `zh_CN`, may not be valid for Intl.
  const category = new Intl.PluralRules(language.split(/[-_]/, 1)).select(count);
  const form = forms.split(';').find((one) => one.startsWith(`${category}=`) || !one.includes('=')) ?? forms;
  return form.slice(form.indexOf('=') + 1).replace('{n}', String(count));
}
