import { repeat, type Repetition } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { findProject, type ProjectTables } from '../projects/index.ts';
import type { FetchSpecs } from '../remote-specs/index.ts';
import { deployAnew } from './follow-project.ts';
import type { EnqueueDeps } from './request-deployment.ts';
import { takeSitesOfSpecs, type SiteOfSpecs } from './spec-store.ts';
import type { DeploymentTables } from './tables.ts';

export interface SpecWatchDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly fetchSpecs: FetchSpecs;
  readonly log: Logger;
}

/** Sites that are looked at in one round. */
const perRound = 50;
/** As long as a round waits for one site's specifications. */
const timeoutMs = 120_000;
/** Rounds are more frequent than looks at one site: with many sites they spread over the time. */
const roundMs = 60_000;

/** Deploys the sites whose specifications by URL have changed. One that can't be had now is no change: what is live has it. */
export async function lookAtSpecs(deps: SpecWatchDeps, everySeconds: number, signal: AbortSignal): Promise<void> {
  const due = await takeSitesOfSpecs(deps.database.kysely, { limit: perRound, olderThanSeconds: everySeconds });
  for (const site of due) {
    if (!(await hasChanged(deps, site, signal))) continue;
    const project = await findProject(deps.database.kysely, site.organization_id, site.project_id);
    if (project?.deployment_kind !== 'cloud') continue;
    deps.log.info({ projectId: project.id }, 'a specification by URL has changed: the site is deployed again');
    await deps.database.kysely
      .transaction()
      .execute((tx) => deployAnew(deps, tx, { project, source: 'internal', author: null }));
  }
}

async function hasChanged(
  { fetchSpecs }: SpecWatchDeps,
  { specifications }: SiteOfSpecs,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const specs = await fetchSpecs(Object.keys(specifications), limit);
  return specs.some((spec) => 'bytes' in spec && spec.sha256 !== specifications[spec.url]);
}

export function startLookingAtSpecs(deps: SpecWatchDeps, everySeconds: number): Repetition {
  return repeat((signal) => lookAtSpecs(deps, everySeconds, signal), {
    everyMs: roundMs,
    onError: (error) => deps.log.warn({ err: error }, 'specifications could not be looked at; tried again later'),
  });
}
