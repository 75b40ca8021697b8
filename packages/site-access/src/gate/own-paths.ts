import { toReturnPath } from './return-path.ts';

/** Paths that the gate answers itself, below the site's base path. A page of the site with such a path isn't served. */
export const ownPaths = [
  '/login',
  '/login/jwt-callback',
  '/login/members-callback',
  '/login/oauth/callback',
  '/logout',
  '/account',
] as const;

export type OwnPath = (typeof ownPaths)[number];

/** Longest path to return to: it is stored in a cookie, next to what protects the sign-in. */
const maxReturnLength = 1_500;

/** With one of these, an own path begins. */
const starts = ['/login', '/logout', '/account'] as const;

/** The gate's own path that a request names, or `undefined`. */
export function toOwnPath(basePath: string, pathname: string): OwnPath | undefined {
  if (!pathname.startsWith(basePath) || !starts.some((start) => pathname.startsWith(start, basePath.length)))
    return undefined;
  const rest = pathname.slice(basePath.length).replace(/\/$/, '');
  return ownPaths.find((path) => path === rest);
}

/** Where a reader continues after a sign-in: a path of this site, and never a step of a sign-in. */
export function toTarget(basePath: string, text: string | null): string {
  const home = `${basePath}/`;
  if (text === null || text.length > maxReturnLength) return home;
  const path = toReturnPath(text);
  const [pathname = ''] = path.split('?', 1);
  return path.length > maxReturnLength || path === '/' || toOwnPath(basePath, pathname) !== undefined ? home : path;
}
