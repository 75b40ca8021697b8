import { FairSlots } from '@docwright/site-server';
import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import { chooseFairly, type Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findProject, type ProjectTables } from '../../project-config/projects/index.ts';
import type { FetchSpecs } from '../../building/remote-specs/index.ts';
import { redeployProduction } from './follow-project.ts';
import type { EnqueueDeps } from './request-deployment.ts';
import { selectSitesOfSpecs, takeSitesOfSpecs, type SiteOfSpecs } from './spec-store.ts';
import type { DeploymentTables } from './tables.ts';

export interface SpecWatchDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly fetchSpecs: FetchSpecs;
  readonly log: Logger;
}

/** Maximum number of sites per round. */
const perRound = 50;
const perOrganization = 10;
/** Maximum number of sites whose specifications are fetched at the same time. */
const atOnce = 10;
/** Rounds are more frequent than the checks of one site, which spreads many sites' checks over time. */
const roundMs = 60_000;

/**
 * Redeploys sites whose specifications by URL have changed. A failed fetch doesn't count as a change: the live site
 * keeps its copy.
 */
export async function redeployChangedSpecs(
  deps: SpecWatchDeps,
  everySeconds: number,
  signal: AbortSignal,
): Promise<void> {
  const slots = new FairSlots(atOnce, Number.POSITIVE_INFINITY);
  const due = await takeRound(deps, everySeconds);
  await Promise.all(
    due.map((site) => slots.run([site.organization_id], () => deployIfChanged(deps, site, signal), signal)),
  );
}

async function takeRound({ database: { kysely } }: SpecWatchDeps, olderThanSeconds: number) {
  const due = await chooseFairly((choice) => selectSitesOfSpecs(kysely, { olderThanSeconds, ...choice }), {
    limit: perRound,
    perOrganization,
  });
  return takeSitesOfSpecs(kysely, { ids: due.map(({ id }) => id), olderThanSeconds });
}

async function deployIfChanged(deps: SpecWatchDeps, site: SiteOfSpecs, signal: AbortSignal): Promise<void> {
  if (!(await hasChanged(deps, site, signal))) return;
  const project = await findProject(deps.database.kysely, site.organization_id, site.project_id);
  if (project?.deployment_kind !== 'cloud') return;
  deps.log.info({ projectId: project.id }, 'a specification referenced by URL has changed; redeploying the site');
  await deps.database.kysely
    .transaction()
    .execute((tx) => redeployProduction(deps, tx, { project, source: 'internal', author: null }));
}

async function hasChanged(
  { fetchSpecs }: SpecWatchDeps,
  { specifications, organization_id: organizationId }: SiteOfSpecs,
  signal: AbortSignal,
): Promise<boolean> {
  const specs = await fetchSpecs({ organizationId, urls: Object.keys(specifications) }, signal);
  return specs.some((spec) => 'bytes' in spec && spec.sha256 !== specifications[spec.url]);
}

export function startCheckingSpecs(deps: SpecWatchDeps, everySeconds: number): Repetition {
  return repeat((signal) => redeployChangedSpecs(deps, everySeconds, signal), {
    everyMs: roundMs,
    onError: (error) => deps.log.warn({ err: error }, 'specifications could not be checked; retrying later'),
  });
}
