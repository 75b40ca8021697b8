import type { HostNameTarget, FoundSite } from '../../publishing/deployments/index.ts';

/**
 * Returns the domain to which a request with another of the site's names is redirected, including path and query.
 *
 * - A project's own domains redirect to its primary domain, regardless of the addresses that the primary domain
 *   resolves to.
 * - The name below the sites domain redirects only if the primary domain resolves to an edge: a customer's own proxy
 *   uses that name, and people check the new site at it before they change the DNS records.
 * - Previews have only one name. Requests by address are never redirected.
 */
export function redirectDomain(
  asked: HostNameTarget,
  found: Pick<FoundSite, 'kind' | 'primaryDomain' | 'primaryLeadsHere'>,
): string | undefined {
  const { kind, primaryDomain, primaryLeadsHere } = found;
  if (asked.kind === 'default' || kind === 'preview' || primaryDomain === null) return undefined;
  if (asked.kind === 'label') return primaryLeadsHere ? primaryDomain : undefined;
  return asked.domain === primaryDomain ? undefined : primaryDomain;
}
