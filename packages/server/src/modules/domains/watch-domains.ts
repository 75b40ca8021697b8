import { repeat, type Repetition } from '../../platform/clock/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { findProject } from '../projects/index.ts';
import { checkDomain, type DomainDeps } from './check-domain.ts';
import { takeDueDomains } from './store.ts';

export interface WatchDomainsDeps extends DomainDeps {
  readonly log: Logger;
}

/** Looked at in one round; a look takes at most a few seconds. */
const perRound = 200;
const atOnce = 10;
/** A worker that is lost in a round leaves its domains to the others after that. */
const holdMs = 5 * 60_000;
const everyMs = 60_000;

/** Looks at the records of all domains whose time has come. Several workers may do it: each takes others. */
export async function checkDueDomains(deps: WatchDomainsDeps): Promise<void> {
  const due = await takeDueDomains(deps.database.kysely, { now: new Date(deps.clock.now()), limit: perRound, holdMs });
  const next = async (): Promise<void> => {
    for (let one = due.pop(); one !== undefined; one = due.pop()) {
      const { organization_id: organizationId, project_id: projectId, domain } = one;
      try {
        const project = await findProject(deps.database.kysely, organizationId, projectId);
        if (project !== undefined) await checkDomain(deps, project, domain);
      } catch (error) {
        deps.log.warn({ domain, projectId, err: error }, 'a domain could not be looked at; tried again later');
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

export function startWatchingDomains(deps: WatchDomainsDeps): Repetition {
  return repeat(() => checkDueDomains(deps), {
    everyMs,
    onError: (error) => deps.log.warn({ err: error }, 'domains could not be looked at; tried again later'),
  });
}
