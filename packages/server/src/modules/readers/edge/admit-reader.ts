/**
 * Decides whether a request may read a site or a preview, before any content is sent.
 *
 * 1. A signed link always opens its preview, with the groups that it was created for. The token moves to a cookie, and
 *    the reader is redirected to the same page without the parameter, so that readers don't share it by accident.
 * 2. All other access is decided by `@docwright/site-access`: previews support members and passwords; sites support
 *    every mode.
 */
import type { PreviewAccess } from '@docwright/contract';
import type { Audience } from '@docwright/site-access/rules';
import { createAccessCookies, SiteGate, toReturnPath, type GatePorts, type SiteAccess } from '@docwright/site-access';
import {
  admitExchange,
  ExchangeRequest,
  readersIn,
  securityHeaders,
  sendText,
  type ProtectedExchange,
} from '@docwright/site-server';
import type { FoundSite, SitesAddress } from '../../publishing/deployments/index.ts';
import { readerAddress } from './trust-proxies.ts';
import { toEdgeSite, toPreviewAccess, type EdgeSite } from './edge-site.ts';
import { previewLinkSeconds, previewParameter, readPreviewToken } from './preview-access.ts';
import type { KnownSite } from './site-table.ts';

export interface AdmitOptions {
  /** Applies to previews whose project has not chosen a setting. */
  readonly defaultAccess: PreviewAccess;
  readonly sites: SitesAddress;
}

/** Whether the site is public, so that its responses are sent unchanged. */
export const isOpen = ({ found }: KnownSite): boolean =>
  found.kind === 'production' && (found.access === undefined || found.access.mode === 'public');

/** Creates a function that returns whether a request is admitted; if false, the function has answered the request. */
export function createAdmitReader(ports: GatePorts<EdgeSite>, { defaultAccess, sites }: AdmitOptions) {
  const gate = new SiteGate<EdgeSite>(ports);
  const cookies = createAccessCookies(sites.scheme === 'https');
  const links = { ports, cookies };
  const pass = (exchange: ProtectedExchange, known: KnownSite, access: SiteAccess): boolean | Promise<boolean> => {
    const site = toEdgeSite(known, access, { sites, headers: exchange.request.headers });
    return admitExchange(exchange, gate.admit(site, new ExchangeRequest(exchange, readerAddress(exchange.request))));
  };
  return (exchange: ProtectedExchange, known: KnownSite): boolean | Promise<boolean> => {
    const { found } = known;
    if (found.kind === 'production') return found.access === undefined || pass(exchange, known, found.access);
    const link = openByLink(links, exchange, found);
    if (link === 'answered') return false;
    if (link !== 'none') {
      exchange.audience = link;
      return true;
    }
    const access = toPreviewAccess(found, found.previewAccess ?? defaultAccess);
    if (access !== 'link' && access.mode === 'public') {
      exchange.protection = 'unlisted';
      return true;
    }
    if (access !== 'link') return pass(exchange, known, access);
    sendText(exchange, 401, "This preview is not public. Open it from the project's deployments.\n");
    return false;
  };
}

interface Links {
  readonly ports: Pick<GatePorts<EdgeSite>, 'secrets' | 'nowMs'>;
  readonly cookies: ReturnType<typeof createAccessCookies>;
}

/**
 * Rule 1: returns the audience to which the link grants access. `answered`: the token in the address was moved to a
 * cookie.
 */
function openByLink(
  { ports, cookies }: Links,
  exchange: ProtectedExchange,
  { environmentId }: FoundSite,
): Audience | 'answered' | 'none' {
  const { url: target = '/', headers } = exchange.request;
  const read = (token: string): readonly string[] | undefined =>
    readPreviewToken(ports.secrets, environmentId, { token, nowMs: ports.nowMs() });
  const url = target.includes(previewParameter) ? URL.parse(target, 'http://site.invalid') : null;
  const token = url?.searchParams.get(previewParameter) ?? null;
  if (url !== null && token !== null && read(token) !== undefined) {
    url.searchParams.delete(previewParameter);
    redirect(
      exchange,
      toReturnPath(`${url.pathname}${url.search}`),
      cookies.write(previewParameter, token, previewLinkSeconds),
    );
    return 'answered';
  }
  for (const cookie of cookies.read(headers.cookie, previewParameter)) {
    const groups = read(cookie);
    if (groups !== undefined) return readersIn(groups);
  }
  return 'none';
}

function redirect(exchange: ProtectedExchange, location: string, cookie: string): void {
  const headers = ['Location', location, 'Set-Cookie', cookie, 'Content-Length', '0', ...securityHeaders];
  exchange.send(303, headers, undefined);
}
