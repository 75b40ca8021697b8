import { randomBytes } from 'node:crypto';
import { idPrefixes } from '@docwright/contract';
import {
  EventCollector,
  FeedbackCollector,
  maxFeedbackOfDay,
  SiteReports,
  toDay,
  type EventStore,
  type FeedbackStore,
} from '@docwright/site-server';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { newId } from '../../platform/ids/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { PublishEvent } from '../webhooks/index.ts';
import { insertFeedback, type FeedbackTables } from './feedback-store.ts';
import { ensureDay, insertEvents, selectNames, type AnalyticsTables } from './store.ts';
import { toFeedbackEvent } from './to-feedback.ts';

interface ReportDeps {
  readonly database: Database<FeedbackTables>;
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What readers of live sites report goes into the database; a site's readers are counted under its project. */
export function createSiteReports(deps: ReportDeps): SiteReports {
  const { database, log } = deps;
  const nowMs = (): number => deps.clock.now();
  const warn = (message: string) => (projectId: string, error: unknown) => log.warn({ projectId, err: error }, message);
  return new SiteReports(
    new EventCollector({
      store: createEventStore(database, nowMs),
      nowMs,
      onError: warn('events of a live site could not be stored'),
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

/** Whoever listens is told of feedback in the transaction that keeps it. */
function createFeedbackStore({ database: { kysely }, publishEvent }: ReportDeps): FeedbackStore {
  return {
    salt: (day) => ensureDay(kysely, day, randomBytes(32)),
    insert: ({ siteId: projectId, atMs, ...feedback }) =>
      kysely.transaction().execute(async (tx) => {
        const at = new Date(atMs);
        const id = newId(idPrefixes.feedback);
        const row = await insertFeedback(tx, { id, projectId, at, ...feedback }, maxFeedbackOfDay);
        if (row === undefined) return false;
        const { organization_id: organizationId } = row;
        const data = toFeedbackEvent(row);
        await publishEvent(tx, { type: 'feedback.created', organizationId, projectId, at, data });
        return true;
      }),
  };
}
