/** Pages of the embedded code host, next to the dashboard. They contain a sign-in link. */
const siblings = ['pulls/', 'repositories/'];

/**
 * Returns the path of the page to return to. An address outside the dashboard and its siblings is replaced with the
 * start page.
 */
export function toInnerPath(next: string | undefined, at: { basePath: string; origin: string }): string {
  const base = at.basePath.endsWith('/') ? at.basePath : `${at.basePath}/`;
  const url = next === undefined ? null : URL.parse(next, at.origin);
  const root = base.slice(0, base.lastIndexOf('/', base.length - 2) + 1);
  const inner = [base, ...siblings.map((sibling) => root + sibling)];
  const isInner = url !== null && url.origin === at.origin && inner.some((path) => url.pathname.startsWith(path));
  return isInner ? `${url.pathname}${url.search}` : base;
}

/** Opens a path that `toInnerPath` returned. The router contains only the dashboard's own pages. */
export function openInnerPath(path: string, router: { basepath: string; history: { push(path: string): void } }): void {
  const isOwn = path === router.basepath || path.startsWith(`${router.basepath.replace(/\/$/, '')}/`);
  if (isOwn) router.history.push(path);
  else location.assign(path);
}
