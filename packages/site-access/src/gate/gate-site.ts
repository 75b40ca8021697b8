import type { SiteAccess } from '../site-access.ts';
import type { GateRequest } from './gate-request.ts';

/** A site as its gate knows it, for one request. */
export interface GateSite {
  /** Cookies are valid for this site alone: the ID of an environment, or the name of a host's site. */
  readonly id: string;
  readonly access: SiteAccess;
  /** `''`, or `/docs`. */
  readonly basePath: string;
  readonly scheme: 'http' | 'https';
  /**
   * The names at which readers see the site, in lower case and with a port unless it is the scheme's own. Addresses that
   * others receive contain the first one.
   */
  readonly hosts: readonly [string, ...string[]];
  /**
   * Whether everyone may have what a request asks for, although the site is protected: called if the reader isn't signed
   * in. Without it, nothing is public.
   */
  readonly isPublic?: (request: GateRequest) => boolean;
}
