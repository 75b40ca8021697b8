/**
 * The id of a heading, by the rule that links of existing sites are written for: lower case, spaces, dots and underscores are
 * dashes, brackets and quotation marks vanish, other signs stay (`3. VAD & Turn` → `3-vad-&-turn`, `Error: x?` → `error:-x?`).
 */
export function slugify(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[()[\]{}~!"'`*\\“”‘’\u200b]+/g, '')
    .replace(/[\s._]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'section' : slug;
}
