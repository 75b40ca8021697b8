/** The id of a heading: lower case, letters and digits of any script, everything else a dash between words. */
export function slugify(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]+/gu, '')
    .replace(/\s+/g, '-');
  return slug === '' ? 'section' : slug;
}
