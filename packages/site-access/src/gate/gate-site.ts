import type { SiteAccess } from '../site-access.ts';
import type { GateRequest } from './gate-request.ts';

/** A site as its gate sees it, for one request. */
export interface GateSite {
  /** Scope of the site's cookies: the ID of an environment, or the name of a host's site. */
  readonly id: string;
  readonly access: SiteAccess;
  /** `''`, or `/docs`. */
  readonly basePath: string;
  readonly scheme: 'http' | 'https';
  /**
   * The site's public host names in lower case, with a port unless it is the scheme's default. Addresses that are sent
   * to other servers contain the first host name.
   */
  readonly hosts: readonly [string, ...string[]];
  /**
   * Whether a request on a site with sign-in is for public content; called only if the reader isn't signed in. If
   * omitted, nothing is public.
   */
  readonly isPublic?: (request: GateRequest) => boolean;
}
