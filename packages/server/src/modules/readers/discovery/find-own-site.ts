import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { siteNotFound } from './errors.ts';
import type { LiveSite } from './find-live-site.ts';

export interface Asked {
  readonly principal: Principal;
  readonly domain: string;
}

/** A site of the organization that asks, in a project that its key may use. @throws ApiError not_found */
export async function findOwnSite(
  findSite: (domain: string) => Promise<LiveSite | undefined>,
  { principal, domain }: Asked,
): Promise<LiveSite> {
  const site = await findSite(domain);
  if (site === undefined || site.organizationId !== principal.organizationId) throw siteNotFound(domain);
  if (!mayUseProject(principal, site.projectId)) throw siteNotFound(domain);
  return site;
}
