import { FairSlots } from '@docwright/site-server';
import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import { chooseFairly } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { checkDomain, type DomainDeps } from './check-domain.ts';
import { selectDueDomains, takeDueDomains, type DueDomain } from './store.ts';

export interface WatchDomainsDeps extends DomainDeps {
  readonly log: Logger;
}

/** Maximum number of domains per round. Each check takes a few seconds. */
const perRound = 200;
const perOrganization = 20;
const atOnce = 10;
/** After this time, other workers check the domains of a worker that was lost during a round. */
const holdMs = 5 * 60_000;
const everyMs = 60_000;

/** Checks the records of all domains that are due. Several workers can do this, each with different domains. */
export async function checkDueDomains(deps: WatchDomainsDeps, signal?: AbortSignal): Promise<void> {
  const slots = new FairSlots(atOnce, Number.POSITIVE_INFINITY);
  for (;;) {
    if (signal?.aborted === true) return;
    const due = await takeRound(deps);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => slots.run([one.organization_id], () => checkOne(deps, one))));
  }
}

async function takeRound({ database: { kysely }, clock }: WatchDomainsDeps) {
  const now = new Date(clock.now());
  const due = await chooseFairly((choice) => selectDueDomains(kysely, { now, ...choice }), {
    limit: perRound,
    perOrganization,
  });
  return takeDueDomains(kysely, { ids: due.map(({ id }) => id), now, holdMs });
}

async function checkOne(
  deps: WatchDomainsDeps,
  { organization_id: organizationId, project_id: projectId, domain }: DueDomain,
): Promise<void> {
  try {
    const project = await findProject(deps.database.kysely, organizationId, projectId);
    if (project !== undefined) await checkDomain(deps, project, domain);
  } catch (error) {
    deps.log.warn({ domain, projectId, err: error }, 'a domain could not be checked; retrying later');
  }
}

export function startWatchingDomains(deps: WatchDomainsDeps): Repetition {
  return repeat((signal) => checkDueDomains(deps, signal), {
    everyMs,
    onError: (error) => deps.log.warn({ err: error }, 'domains could not be checked; retrying later'),
  });
}
