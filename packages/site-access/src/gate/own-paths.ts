import { toReturnPath } from './return-path.ts';

/** Paths below the site's base path that the gate answers itself. Pages with these paths aren't served. */
export const ownPaths = [
  '/login',
  '/login/jwt-callback',
  '/login/members-callback',
  '/login/oauth/callback',
  '/logout',
  '/account',
  '/account/tokens',
  '/account/tokens/revoke',
  '/account/oauth/authorize',
  '/account/oauth/register',
  '/account/oauth/token',
  '/_docwright/me',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
] as const;

export type OwnPath = (typeof ownPaths)[number];

/** Maximum length of the path to return to, which is stored in a cookie next to the data that protects the sign-in. */
const maxReturnLength = 1_500;

/** The prefixes of the gate's own paths. */
const starts = ['/login', '/logout', '/account', '/.well-known/oauth-', '/_docwright/me'] as const;

/** The gate's own paths to which a reader can return after a sign-in. */
const targets: ReadonlySet<OwnPath> = new Set(['/account', '/account/oauth/authorize']);

/** Returns the gate's own path that a request is for, or `undefined` for a request to the site. */
export function toOwnPath(basePath: string, pathname: string): OwnPath | undefined {
  if (pathname.startsWith('/.well-known/oauth-')) {
    const found = findMetadata(basePath, pathname);
    if (found !== undefined) return found;
  }
  if (!pathname.startsWith(basePath) || !starts.some((start) => pathname.startsWith(start, basePath.length)))
    return undefined;
  const rest = pathname.slice(basePath.length).replace(/\/$/, '');
  return ownPaths.find((path) => path === rest);
}

/** Recognizes the metadata addresses of RFC 8414 and RFC 9728, in which the well-known part precedes the base path. */
function findMetadata(basePath: string, pathname: string): OwnPath | undefined {
  if (pathname === `/.well-known/oauth-authorization-server${basePath}`)
    return '/.well-known/oauth-authorization-server';
  return pathname === `/.well-known/oauth-protected-resource${basePath}/mcp`
    ? '/.well-known/oauth-protected-resource'
    : undefined;
}

/** Returns the path at which a reader continues after a sign-in. It is on this site, and never a step of a sign-in. */
export function toTarget(basePath: string, text: string | null): string {
  const home = `${basePath}/`;
  if (text === null || text.length > maxReturnLength) return home;
  const path = toReturnPath(text);
  const [pathname = ''] = path.split('?', 1);
  if (path.length > maxReturnLength || path === '/') return home;
  const own = toOwnPath(basePath, pathname);
  return own === undefined || targets.has(own) ? path : home;
}
