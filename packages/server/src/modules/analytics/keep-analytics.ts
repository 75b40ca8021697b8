import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { deleteFeedbackBefore, type FeedbackTables } from './feedback-store.ts';
import type { AnalyticsSettings } from './settings.ts';
import type { AnalyticsTables } from './tables.ts';
import {
  countDay,
  countLackedPart,
  lackedParts,
  recountDay,
  selectDays,
  selectDaysLacking,
  selectRecounts,
} from './counting-store.ts';
import {
  makeRollup,
  noteRollups,
  rollupsEndingOn,
  selectDaysWithoutRollups,
  selectProjectsToRollUp,
} from './rollups-store.ts';
import { createDay, deleteCounts, deleteSalts, dropDay, selectUncountedDays } from './store.ts';
import { toDay } from '@docwright/site-server';

/** Partitions are there before anybody needs them; an edge makes one itself where this did not run. */
const daysAhead = 3;
/** After a day: what is on its way at midnight has arrived by then. Events that come later have their day counted once more. */
const countedAfterMs = 3_600_000;
/** Of one run; until the others are counted, answers come from their events. */
const maxRecounts = 5_000;
/** Of a day: a project with fewer is listed soon enough by its days alone, a quarter of a year of it in 50 ms. */
export const leastRowsToRollUp = 1_000;

/**
 * Makes room for the next days, counts the days that are over, and removes what is past its time. Replicas may all do it.
 *
 * A day's events are dropped only after they are counted, also those that came late, and its salt goes as soon as no event of it is taken.
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
  for (const part of lackedParts)
    for (const day of await selectDaysLacking(db, part))
      await db.transaction().execute((tx) => countLackedPart(tx, day, part));
  for (const late of await selectRecounts(db, maxRecounts))
    await db.transaction().execute((tx) => recountDay(tx, late));
  for (const day of await selectDaysWithoutRollups(db)) await rollUp(db, day, leastRowsToRollUp);
  await deleteSalts(db, toDay(now, -1));
  const oldest = toDay(now, -analyticsEventDays);
  for (const day of await selectDays(db)) if (day < oldest) await dropDay(db, day);
  await deleteCounts(db, toDay(now, -analyticsDays));
  await deleteFeedbackBefore(db, new Date(now - feedbackDays * 86_400_000));
}

/** Makes the roll-ups that end with a day, of each project that has enough rows. */
export async function rollUp(db: Kysely<AnalyticsTables>, day: string, leastRows: number): Promise<void> {
  for (const rollup of rollupsEndingOn(day))
    for (const projectId of await selectProjectsToRollUp(db, rollup, leastRows))
      await db.transaction().execute((tx) => makeRollup(tx, { ...rollup, projectId }));
  await noteRollups(db, day);
}
