/** The page that a person wanted, if it belongs to the dashboard: a foreign address is replaced by the start page. */
export function toInnerPath(next: string | undefined, at: { basePath: string; origin: string }): string {
  const base = at.basePath.endsWith('/') ? at.basePath : `${at.basePath}/`;
  const url = next === undefined ? null : URL.parse(next, at.origin);
  const isInner = url !== null && url.origin === at.origin && url.pathname.startsWith(base);
  return isInner ? `${url.pathname}${url.search}` : base;
}
