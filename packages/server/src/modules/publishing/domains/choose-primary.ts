import type { Transaction } from 'kysely';
import { redeployProduction, findSite, setPrimaryDomain, type EnqueueDeps } from '../deployments/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { selectDomains, type Tables } from './store.ts';

/**
 * Ensures that the primary domain is verified: the selected domain, or the domain that was added first. A change of the
 * primary domain changes the site's address, and therefore requires another build. The caller has locked the site's
 * row.
 */
export async function choosePrimary(
  deps: EnqueueDeps,
  tx: Transaction<Tables>,
  project: ProjectRow,
  wanted?: string,
): Promise<void> {
  const site = await findSite(tx, project.id);
  if (site === undefined) return;
  const claimed = (await selectDomains(tx, project.id))
    .filter(({ claimed_at: at }) => at !== null)
    .toSorted((a, b) => Number(a.claimed_at) - Number(b.claimed_at));
  const chosen = claimed.find(({ domain }) => domain === (wanted ?? site.primary_domain)) ?? claimed[0];
  const primary = { domain: chosen?.domain ?? null, leadsHere: chosen?.leads_here ?? false };
  const isOther = primary.domain !== site.primary_domain;
  if (!isOther && primary.leadsHere === site.primary_leads_here) return;
  await setPrimaryDomain(tx, project.id, primary);
  if (isOther && project.deployment_kind === 'cloud')
    await redeployProduction(deps, tx, { project, source: 'internal', author: null, keepsPromotion: true });
}
