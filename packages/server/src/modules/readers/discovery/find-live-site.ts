import type { Clock } from '../../../platform/clock/index.ts';
import type { FoundSite } from '../../publishing/deployments/index.ts';
import type { LiveDeployment } from './live-knowledge.ts';

export interface LiveSite extends LiveDeployment {
  /** Whether readers must sign in on the site itself. */
  readonly isProtected: boolean;
}

/** How long a lookup is cached. A change to a site is effective everywhere within 5 s. */
const rememberMs = 2_000;
const maxRemembered = 10_000;

/**
 * Creates a lookup of live sites by slug or host name. Sites that are unpublished, taken down or never deployed are
 * treated as missing.
 */
export function createFindLiveSite(deps: {
  readonly find: (domain: string) => Promise<FoundSite | undefined>;
  /** Whether everyone may read a site. */
  readonly isPublic: (found: FoundSite) => boolean;
  readonly clock: Clock;
}) {
  const remembered = new Map<string, { readonly site: LiveSite | undefined; readonly untilMs: number }>();
  return async (domain: string): Promise<LiveSite | undefined> => {
    const nowMs = deps.clock.monotonicMs();
    const known = remembered.get(domain);
    if (known !== undefined && known.untilMs > nowMs) return known.site;
    const site = toLiveSite(await deps.find(domain), deps.isPublic);
    remembered.delete(domain);
    for (const oldest of remembered.keys()) {
      if (remembered.size < maxRemembered) break;
      remembered.delete(oldest);
    }
    remembered.set(domain, { site, untilMs: nowMs + rememberMs });
    return site;
  };
}

function toLiveSite(found: FoundSite | undefined, isPublic: (found: FoundSite) => boolean): LiveSite | undefined {
  if (found === undefined || found.kind !== 'production' || !found.published || found.takedown !== null)
    return undefined;
  const { projectId, organizationId, deploymentId, blobKey, sizeBytes } = found;
  if (deploymentId === null || blobKey === null || sizeBytes === null) return undefined;
  return { projectId, organizationId, deploymentId, blobKey, sizeBytes, isProtected: !isPublic(found) };
}
