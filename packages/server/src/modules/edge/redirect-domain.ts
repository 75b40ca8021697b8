import type { AskedSite } from './site-names.ts';
import type { FoundSite } from './store.ts';

/**
 * The one domain at which readers are to be: who comes by another name of the site is led there with path and query.
 *
 * - A domain of the project's own leads to the primary one wherever that leads.
 * - The name below the sites domain leads to the primary one only where its readers come to an edge: a proxy of the customer's
 *   own asks by that name, and before the DNS is changed it is where the new site is looked at.
 * - Previews have one name, and an address leads nowhere.
 */
export function redirectDomain(
  asked: AskedSite,
  found: Pick<FoundSite, 'kind' | 'primaryDomain' | 'primaryLeadsHere'>,
): string | undefined {
  const { kind, primaryDomain, primaryLeadsHere } = found;
  if (asked.kind === 'default' || kind === 'preview' || primaryDomain === null) return undefined;
  if (asked.kind === 'label') return primaryLeadsHere ? primaryDomain : undefined;
  return asked.domain === primaryDomain ? undefined : primaryDomain;
}
