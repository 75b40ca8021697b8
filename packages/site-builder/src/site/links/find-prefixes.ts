/**
 * Paths under which a site is served elsewhere, and which its links and images may therefore begin with: that of the address
 * which its own metatags name, then the usual one.
 */
export function findPrefixes(metatags: ReadonlyMap<string, string>): readonly string[] {
  const named = ['canonical', 'og:url'].flatMap((tag) => {
    const path = URL.parse(metatags.get(tag) ?? '')?.pathname.replace(/\/+$/, '') ?? '';
    return path === '' ? [] : [path];
  });
  return [...new Set([...named, '/docs'])];
}
