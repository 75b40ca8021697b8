import { createAccessCookies, type AccessCookies } from './cookies.ts';
import type { GateRequest } from './gate-request.ts';
import type { GateSite } from './gate-site.ts';
import { toTarget, type OwnPath } from './own-paths.ts';

/** A request to a site, with the data that its response may need. */
export class Visit<Site extends GateSite = GateSite> {
  readonly site: Site;
  readonly request: GateRequest;

  constructor(site: Site, request: GateRequest) {
    this.site = site;
    this.request = request;
  }

  get cookies(): AccessCookies {
    return this.site.scheme === 'https' ? secureCookies : plainCookies;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.request.query);
  }

  cookie(name: string): readonly string[] {
    return this.cookies.read(this.request.header('cookie'), name);
  }

  /** The page that was requested. */
  get requested(): string {
    const { pathname, query } = this.request;
    return toTarget(this.site.basePath, query === '' ? pathname : `${pathname}?${query}`);
  }

  /** The page to which a step of a sign-in continues. */
  get target(): string {
    return this.toTarget(this.query.get('redirect'));
  }

  toTarget(text: string | null): string {
    return toTarget(this.site.basePath, text);
  }

  /** A path of the gate, for readers of this site. */
  path(path: OwnPath, returnTo?: string): string {
    const { basePath } = this.site;
    if (returnTo === undefined || returnTo === `${basePath}/`) return basePath + path;
    return `${basePath}${path}?${new URLSearchParams({ redirect: returnTo }).toString()}`;
  }

  /** A path of the gate with scheme and host, for identity providers. */
  url(path: OwnPath): string {
    const [host] = this.site.hosts;
    return `${this.site.scheme}://${host}${this.path(path)}`;
  }
}

const secureCookies = createAccessCookies(true);
const plainCookies = createAccessCookies(false);
