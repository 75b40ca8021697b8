/**
 * The part of a site that a page belongs to: its language, version and product. Links are never corrected across parts,
 * because pages of different parts often have the same names.
 */

const language =
  /^(?:ar|bg|ca|cn|cs|da|de|el|en|es|fa|fi|fr|he|hi|hu|id|it|ja|jp|ko|lv|nl|no|pl|pt|ro|ru|sv|th|tr|uk|uz|vi|zh)(?:[-_][a-z]{2,4})?$/i;
const version =
  /^(?:v\d(?:[._-]?[\dx])*|\d+(?:\.(?:\d+|x))+|latest|next|current|stable|legacy|beta|canary|previous|old)$/i;

/** The folders of a path that name a language or a version, in order: `/fr/v2`; `''` for most pages. */
export function areaOfPath(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders
    .filter((folder) => language.test(folder) || version.test(folder))
    .map((folder) => `/${folder.toLowerCase()}`)
    .join('');
}

/** The languages, versions and products of the navigation that contain a page, as one text. */
export function areaOfEntry({ divisions }: { readonly divisions: readonly string[] }): string {
  return divisions.join('\n');
}
