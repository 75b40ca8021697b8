/** Where a person wanted to go, if that is a page of the dashboard: a link with a foreign address leads to the start. */
export function toInnerPath(next: string | undefined, at: { basePath: string; origin: string }): string {
  const base = at.basePath.endsWith('/') ? at.basePath : `${at.basePath}/`;
  const url = next === undefined ? null : URL.parse(next, at.origin);
  const isInner = url !== null && url.origin === at.origin && url.pathname.startsWith(base);
  return isInner ? `${url.pathname}${url.search}` : base;
}
