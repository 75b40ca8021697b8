import type { ServedSite } from '@docwright/site-server';
import type { Site } from './site.ts';

/** `docs.example.com:8080` → `docs.example.com`. */
function nameOf(host: string): string {
  const colon = host.lastIndexOf(':');
  const name = colon > host.lastIndexOf(']') ? host.slice(0, colon) : host;
  return name.toLowerCase();
}

/**
 * Finds the site for a Host header. Other headers and the path are ignored. A site without names serves all other
 * hosts.
 */
export function findSite(sites: readonly Site[]): (host: string | undefined) => ServedSite | undefined {
  const byName = new Map(
    sites.flatMap((site) => site.settings.domains.map((domain) => [domain, site.served] as const)),
  );
  const fallback = sites.find((site) => site.settings.domains.length === 0)?.served;
  if (byName.size === 0) return () => fallback;
  return (host) => (host === undefined ? fallback : (byName.get(nameOf(host)) ?? fallback));
}
