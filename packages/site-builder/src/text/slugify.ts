/**
 * Returns the ID of a heading by the format's rule (documented on its page `create/text`): lower case; whitespace and
 * periods become dashes; parentheses, brackets, quotation marks and `: ? ,` are removed; an apostrophe becomes `’`;
 * `_`, `/`, `&` and other characters are kept (`3. VAD & Turn` → `3-vad-&-turn`, `What's new?` → `what’s-new`).
 * Addresses with another spelling are found by their letters and digits (`foldAnchor`).
 */
export function slugify(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/'/g, '’')
    .replace(/[()[\]{}~!"`*\\“”‘:?,\u200b]+/g, '')
    .replace(/[\s.]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'section' : slug;
}

/**
 * Returns an anchor's letters and digits: equal for all spellings that sites use for the same heading (`#isnull()`,
 * `#is_null`). `&` and the word `and` are equal too (`#analytics-and-dashboard`), and a field of an API is found
 * whether or not the anchor contains the name of its variant (`#body-invoice-id-one-of-0`).
 */
export function foldAnchor(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:body|response|param|parameter)-.*/s, (field) => field.replace(/-one-of-\d+(?=-|$)/g, ''))
    .replace(/([^\p{L}\p{N}])and(?=[^\p{L}\p{N}])/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
