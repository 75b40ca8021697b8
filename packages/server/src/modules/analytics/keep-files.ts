import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { selectCountedDays, selectCountedProjects, type CountedProject } from './analytics-files-store.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { toDay } from '@docwright/site-server';
import { writeDay } from './write-analytics-export.ts';

/** Where the files of all projects lie: below it the organization, the project and the day. */
export const analyticsFolder = 'analytics/projects/';
/** An empty object for each day whose files are written. It lies beside them, so that a database that is restored writes them again. */
const daysFolder = 'analytics/days/';

interface FileDeps {
  readonly database: Database<FeedbackTables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

/**
 * Writes the figures of days that are counted, and removes files that are past their time; 0 days are none. A day that was cut off is
 * written again from its beginning. Replicas may all do it, since the same day has the same bytes.
 */
export async function keepAnalyticsFiles({ database, blobs, clock }: FileDeps, fileDays: number): Promise<void> {
  const isGone = (day: string): boolean => fileDays === 0 || day < toDay(clock.now(), -fileDays);
  const written = new Set<string>();
  for await (const { key } of blobs.list(daysFolder)) written.add(key.slice(daysFolder.length));
  if (fileDays > 0)
    for (const day of await selectCountedDays(database.kysely, toDay(clock.now(), -fileDays)))
      if (!written.has(day)) await writeFiles({ database, blobs }, day);
  for await (const { key } of blobs.list(analyticsFolder)) if (isGone(dayOf(key))) await blobs.delete(key);
  for (const day of written) if (isGone(day)) await blobs.delete(`${daysFolder}${day}`);
}

async function writeFiles({ database, blobs }: Omit<FileDeps, 'clock'>, day: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const projects: readonly CountedProject[] = await selectCountedProjects(database.kysely, day, after);
    for (const { organizationId, id } of projects)
      await blobs.put(`${analyticsFolder}${organizationId}/${id}/${day}.jsonl`, writeDay(database.kysely, id, day), {
        contentType: 'application/jsonl',
      });
    after = projects.at(-1)?.id;
  }
  await blobs.put(`${daysFolder}${day}`, new Uint8Array(), { contentType: 'text/plain' });
}

const dayOf = (key: string): string => key.slice(-'2026-01-31.jsonl'.length, -'.jsonl'.length);
