/** Codes of the format that aren't BCP 47 tags, or aren't spelled as usual. */
const tags: ReadonlyMap<string, string> = new Map([
  ['jp', 'ja'],
  ['ja-jp', 'ja-JP'],
  ['cn', 'zh-Hans'],
  ['fr-ca', 'fr-CA'],
  ['cs', 'cs'],
]);

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function toLanguageTag(code: string): string {
  const known = tags.get(code);
  if (known !== undefined) return known;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
