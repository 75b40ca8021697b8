import type { IncomingMessage } from 'node:http';
import type { PreviewAccess } from '@docwright/contract';
import { isSignInOptional, type GateSite, type SiteAccess } from '@docwright/site-access';
import { toDomainUrl, type FoundSite, type SitesAddress } from '../../publishing/deployments/index.ts';
import type { KnownSite } from './site-table.ts';

/** A site with an access mode, in the form that the gate uses. */
export interface EdgeSite extends GateSite {
  readonly found: FoundSite;
}

/** Duration of a sign-in to a preview, unless its session or password ends earlier. */
const previewSeconds = 7 * 24 * 3_600;
const previewRules = { sessionSeconds: previewSeconds, sessionEpoch: 0 };

/** Returns the access to a preview, or `'link'` if only signed links open it. */
export function toPreviewAccess({ passwordIds }: FoundSite, access: PreviewAccess): SiteAccess | 'link' {
  if (access === 'link') return 'link';
  return access === 'password' ? { mode: access, passwordIds, ...previewRules } : { mode: access, ...previewRules };
}

/** @param headers the headers after `createTrustProxies` */
export function toEdgeSite(
  { found, served }: KnownSite,
  access: SiteAccess,
  { sites, headers }: { readonly sites: SitesAddress; readonly headers: IncomingMessage['headers'] },
): EdgeSite {
  const basePath = served.versions[0]?.source.basePath ?? '';
  const asked = (headers.host ?? '').toLowerCase();
  const { kind, primaryDomain, primaryLeadsHere, environmentId: id } = found;
  const isPublic: GateSite['isPublic'] = (request) =>
    kind === 'production' && served.isPublicRequest(request, isSignInOptional(access) ? 'optional' : 'required');
  const site = { id, access, basePath, scheme: sites.scheme, found, isPublic };
  if (kind === 'preview' || primaryDomain === null) return { ...site, hosts: [asked] };
  const primary = new URL(toDomainUrl(sites, primaryDomain)).host;
  // A customer's own proxy uses the name below the sites domain, while readers see the primary domain.
  const isBehindProxy = basePath !== '' && !primaryLeadsHere;
  return { ...site, hosts: isBehindProxy ? [primary, asked] : [asked, primary] };
}
