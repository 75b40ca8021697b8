/** Joins the given names, skipping falsy values: `classNames(styles.button, isActive && styles.active)`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
