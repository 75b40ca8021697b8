/**
 * Paths under which a site is served elsewhere, so that its links and images may begin with them: first the path of the
 * address in its metatags, then the usual prefix.
 */
export function findPrefixes(metatags: ReadonlyMap<string, string>): readonly string[] {
  const named = ['canonical', 'og:url'].flatMap((tag) => {
    const path = URL.parse(metatags.get(tag) ?? '')?.pathname.replace(/\/+$/, '') ?? '';
    return path === '' ? [] : [path];
  });
  return [...new Set([...named, '/docs'])];
}
