import { operations } from '@docwright/contract';
import { DistinctNames, maxNames } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { takeUse, type RateLimit } from '../../foundation/rate-limits/index.ts';
import { requireProject } from './admit.ts';
import { createEventStore } from './create-site-reports.ts';
import type { KnownPages } from './known-pages.ts';
import type { StoreFeedbackDeps } from './store-feedback.ts';
import { takeEvents, type TakeDeps } from './take-events.ts';

const batchLimit: RateLimit = { name: 'analytics-events', limit: 3_600, windowSeconds: 3600 };

export interface EventRouteDeps extends StoreFeedbackDeps, Pick<TakeDeps, 'storeTurn'> {
  readonly clock: Clock;
  readonly pages: Pick<KnownPages, 'of'>;
  /** Retention of individual events in days. */
  readonly eventDays: number;
  /** Called with the outcome of events: `stored`, `known`, or the code of the refusal. */
  readonly count?: (outcome: string, events: number) => void;
}

/** Registers the routes for events that the operator's own hosts have collected from their readers. */
export function registerAnalyticsEvents(routes: OperationRoutes, deps: EventRouteDeps): void {
  const { database, clock, pages, count } = deps;
  const store = createEventStore(database, () => clock.now());
  const names = new DistinctNames((scope) => store.names(scope, maxNames));
  routes.handle(operations.sendAnalyticsEvents, async ({ principal, params: { projectId }, body: { events } }) => {
    await requireProject(database, principal, projectId);
    await database.kysely.transaction().execute((tx) => takeUse(tx, batchLimit, principal.organizationId));
    const hasPage = await pages.of(projectId);
    const taken = await takeEvents({ ...deps, names }, projectId, { events, hasPage });
    count?.('stored', taken.stored);
    count?.('known', taken.known);
    for (const reason of taken.reasons) count?.(reason.code, reason.count);
    return taken;
  });
}
