import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { siteNotFound } from './errors.ts';
import { isPublicKey } from '../../project-config/public-keys/index.ts';
import type { LiveSite } from './find-live-site.ts';

export interface Asked {
  readonly principal: Principal;
  readonly domain: string;
}

/**
 * Finds a site of the caller's organization, in a project that the key may use. Public keys are visible in pages, so
 * they provide access only to sites that everyone may read.
 *
 * @throws ApiError not_found
 */
export async function findOwnSite(
  findSite: (domain: string) => Promise<LiveSite | undefined>,
  { principal, domain }: Asked,
): Promise<LiveSite> {
  const site = await findSite(domain);
  if (site === undefined || site.organizationId !== principal.organizationId) throw siteNotFound(domain);
  if (!mayUseProject(principal, site.projectId)) throw siteNotFound(domain);
  if (site.isProtected && isPublicKey(principal.actor)) throw siteNotFound(domain);
  return site;
}
