import { deleteExpiredAccountRows } from '../modules/accounts/index.ts';
import { deleteOldJobs } from '../modules/agent-jobs/index.ts';
import { keepAnalytics, keepAnalyticsFiles, type AnalyticsSettings } from '../modules/analytics/index.ts';
import { deleteOldMessages } from '../modules/assistant/index.ts';
import { deleteAuditEventsOlderThan } from '../modules/audit-log/index.ts';
import { deleteOldAnswers } from '../modules/idempotency/index.ts';
import { deleteOldPageHealth } from '../modules/page-health/index.ts';
import { deleteOldUses } from '../modules/rate-limits/index.ts';
import { deleteOldComparisons } from '../modules/search-checks/index.ts';
import { deleteOldSuggestions } from '../modules/suggestions/index.ts';
import { cleanSites, type RetentionSettings } from '../modules/site-retention/index.ts';
import { defaultWebhookSettings, deleteEndedDeliveries } from '../modules/webhooks/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { Platform } from './open-platform.ts';

/** Rows past their time are refused by their readers anyway: how soon they go matters to nobody. */
const everyMs = 3_600_000;
/** After which nothing is known any more of the pages of a site that is not live. */
const pageHealthDays = 30;

/** Removes what is past its time, once now and then each hour. Replicas may all do it: a row is removed once. */
export function startHousekeeping(
  { database, blobs, clock, log }: Platform,
  settings: RetentionSettings &
    AnalyticsSettings & { readonly auditRetentionDays: number | undefined; readonly jobDays: number },
): Repetition {
  const cleanUp = async (): Promise<void> => {
    await deleteExpiredAccountRows(database.kysely);
    await deleteOldAnswers(database.kysely);
    await deleteOldUses(database.kysely);
    await deleteOldJobs(database.kysely, settings.jobDays);
    await deleteEndedDeliveries(database.kysely, defaultWebhookSettings.keepDays);
    await deleteOldMessages(database.kysely);
    const days = settings.auditRetentionDays;
    if (days !== undefined) await deleteAuditEventsOlderThan(database, days);
    await keepAnalytics({ database, clock }, settings);
    await deleteOldSuggestions(database.kysely, settings.analyticsEventDays);
    await deleteOldComparisons(database.kysely, settings.analyticsEventDays);
    await deleteOldPageHealth(database.kysely, pageHealthDays);
    await keepAnalyticsFiles({ database, blobs, clock }, settings.analyticsFileDays);
    await cleanSites({ database, blobs, clock }, settings);
  };
  return repeat(cleanUp, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'what is past its time could not be removed; tried again in an hour'),
  });
}
