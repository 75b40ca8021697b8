import { randomBytes } from 'node:crypto';
import { idPrefixes } from '@docwright/contract';
import {
  EventCollector,
  FeedbackCollector,
  SiteReports,
  toDay,
  type EventStore,
  type FeedbackStore,
} from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { storeFeedback } from './store-feedback.ts';
import { ensureDay, insertEvents, selectNames, type AnalyticsTables } from './store.ts';

interface ReportDeps {
  readonly database: Database<FeedbackTables>;
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Stores reports from readers of live sites in the database, under the site's project. */
export function createSiteReports(deps: ReportDeps): SiteReports {
  const { database, log } = deps;
  const nowMs = (): number => deps.clock.now();
  const warn = (message: string) => (projectId: string, error: unknown) => log.warn({ projectId, err: error }, message);
  return new SiteReports(
    new EventCollector({
      store: createEventStore(database, nowMs),
      nowMs,
      onError: warn('events of a live site could not be stored'),
      onBeyondDay: createNoteBeyondDay(nowMs, (projectId, day, events) =>
        log.warn({ projectId, day, events }, 'events of a live site beyond the daily limits were not stored'),
      ),
    }),
    new FeedbackCollector({
      store: createFeedbackStore(deps),
      nowMs,
      onError: warn('feedback of a live site could not be stored'),
    }),
  );
}

export const createEventStore = ({ kysely }: Database<AnalyticsTables>, nowMs: () => number): EventStore => ({
  insert: async (events) => void (await insertEvents(kysely, events, toDay(nowMs()))),
  salt: (day) => ensureDay(kysely, day, randomBytes(32)),
  names: ({ siteId: projectId, day, kind }, limit) => selectNames(kysely, { projectId, day, kind }, limit),
});

/** A site's first event beyond the limits is logged, and then every 10,000th. */
const reportedEvery = 10_000;

/**
 * Counts events beyond the daily limits for the log; nothing else about them is stored.
 *
 * @param report called with the number of the project's events that this process has discarded today
 */
function createNoteBeyondDay(
  nowMs: () => number,
  report: (projectId: string, day: string, events: number) => void,
): (projectId: string, events: number) => void {
  const counts = new Map<string, number>();
  let today = '';
  return (projectId, events) => {
    const day = toDay(nowMs());
    if (day !== today) counts.clear();
    today = day;
    const before = counts.get(projectId) ?? 0;
    counts.set(projectId, before + events);
    if (before === 0 || Math.floor((before + events) / reportedEvery) > Math.floor(before / reportedEvery))
      report(projectId, day, before + events);
  };
}

function createFeedbackStore({ database, publishEvent }: ReportDeps): FeedbackStore {
  return {
    salt: (day) => ensureDay(database.kysely, day, randomBytes(32)),
    insert: async ({ siteId: projectId, ...feedback }) =>
      storeFeedback({ database, publishEvent }, { projectId, id: newId(idPrefixes.feedback), ...feedback }),
  };
}
