import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { deleteFeedbackBefore, type FeedbackTables } from './feedback-store.ts';
import type { AnalyticsSettings } from './settings.ts';
import type { AnalyticsTables } from './tables.ts';
import { countDay, recountDay, selectDays, selectRecounts } from './counting-store.ts';
import {
  makeRollup,
  noteRollups,
  rollupsEndingOn,
  selectDaysWithoutRollups,
  selectProjectsToRollUp,
} from './rollups-store.ts';
import { createDay, deleteCounts, deleteSalts, dropDay, selectUncountedDays } from './store.ts';
import { toDay } from '@docwright/site-server';

/** Partitions are created in advance; an edge creates a missing one itself. */
const daysAhead = 3;
/** Delay after the end of a day, for events in transit at midnight. Later events cause a recount. */
const countedAfterMs = 3_600_000;
/** Limit per run. Until the remaining days are recounted, results are read from events. */
const maxRecounts = 5_000;
/**
 * Minimum number of a day's rows for a roll-up. With fewer rows, lists by day are fast enough (a quarter of a year in
 * 50 ms).
 */
export const leastRowsToRollUp = 1_000;

/**
 * Creates partitions for the next days, counts the days that have ended, and deletes expired data. Several replicas may
 * run it at the same time.
 *
 * A day's events, including late ones, are dropped only after they are counted. The day's salt is deleted as soon as
 * its events are no longer accepted.
 */
export async function keepAnalytics(
  { database, clock }: { readonly database: Database<FeedbackTables>; readonly clock: Clock },
  { analyticsDays, analyticsEventDays, feedbackDays }: AnalyticsSettings,
): Promise<void> {
  const db = database.kysely;
  const now = clock.now();
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) await createDay(db, toDay(now, ahead));
  for (const day of await selectUncountedDays(db, toDay(now - countedAfterMs)))
    await db.transaction().execute((tx) => countDay(tx, day));
  for (const late of await selectRecounts(db, maxRecounts))
    await db.transaction().execute((tx) => recountDay(tx, late));
  for (const day of await selectDaysWithoutRollups(db)) await rollUp(db, day, leastRowsToRollUp);
  await deleteSalts(db, toDay(now, -1));
  const oldest = toDay(now, -analyticsEventDays);
  for (const day of await selectDays(db)) if (day < oldest) await dropDay(db, day);
  await deleteCounts(db, toDay(now, -analyticsDays));
  await deleteFeedbackBefore(db, new Date(now - feedbackDays * 86_400_000));
}

/** Creates the roll-ups that end on a day, for each project that has enough rows. */
export async function rollUp(db: Kysely<AnalyticsTables>, day: string, leastRows: number): Promise<void> {
  for (const rollup of rollupsEndingOn(day))
    for (const projectId of await selectProjectsToRollUp(db, rollup, leastRows))
      await db.transaction().execute((tx) => makeRollup(tx, { ...rollup, projectId }));
  await noteRollups(db, day);
}
