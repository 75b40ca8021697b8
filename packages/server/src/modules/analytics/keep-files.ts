import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import {
  deleteStaleFile,
  deleteStaleFilesBefore,
  selectCountedDays,
  selectCountedProjects,
  selectStaleFiles,
  type CountedProject,
  type StaleFile,
} from './analytics-files-store.ts';
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

/** Pages and edges report until a day after; files are written when most of what is late has come. */
const writtenAfterMs = 25 * 3_600_000;
/** Notes of days that were counted once more, read at once. */
const staleAtOnce = 200;

/**
 * Writes the figures of days that are counted, and removes files that are past their time; 0 days are none. A day that was cut off is
 * written again from its beginning, and the file of a project whose day was counted once more is written again. Replicas may all do it,
 * since the same day has the same bytes.
 */
export async function keepAnalyticsFiles({ database, blobs, clock }: FileDeps, fileDays: number): Promise<void> {
  const from = toDay(clock.now(), -fileDays);
  const isGone = (day: string): boolean => fileDays === 0 || day < from;
  const written = new Set<string>();
  for await (const { key } of blobs.list(daysFolder)) written.add(key.slice(daysFolder.length));
  const kept = [...written].filter((day) => !isGone(day));
  await writeStaleFiles({ database, blobs }, kept);
  await deleteStaleFilesBefore(database.kysely, fileDays === 0 ? toDay(clock.now(), 1) : from);
  if (fileDays > 0)
    for (const day of await selectCountedDays(database.kysely, { from, to: toDay(clock.now() - writtenAfterMs) }))
      if (!written.has(day)) await writeFiles({ database, blobs }, day);
  for await (const { key } of blobs.list(analyticsFolder)) if (isGone(dayOf(key))) await blobs.delete(key);
  for (const day of written) if (isGone(day)) await blobs.delete(`${daysFolder}${day}`);
}

/** Notes of a day whose files are being written stay until they are: those written first may lack what was counted since. */
async function writeStaleFiles(deps: Omit<FileDeps, 'clock'>, written: readonly string[]): Promise<void> {
  const { kysely } = deps.database;
  let stale: readonly StaleFile[];
  do {
    stale = await selectStaleFiles(kysely, written, staleAtOnce);
    for (const file of stale) {
      await writeFile(deps, file, file.day);
      await deleteStaleFile(kysely, file);
    }
  } while (stale.length === staleAtOnce);
}

async function writeFiles(deps: Omit<FileDeps, 'clock'>, day: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const projects: readonly CountedProject[] = await selectCountedProjects(deps.database.kysely, day, after);
    for (const project of projects) await writeFile(deps, project, day);
    after = projects.at(-1)?.id;
  }
  await deps.blobs.put(`${daysFolder}${day}`, new Uint8Array(), { contentType: 'text/plain' });
}

const writeFile = (
  { database, blobs }: Omit<FileDeps, 'clock'>,
  { organizationId, id }: CountedProject,
  day: string,
): Promise<unknown> =>
  blobs.put(`${analyticsFolder}${organizationId}/${id}/${day}.jsonl`, writeDay(database.kysely, id, day), {
    contentType: 'application/jsonl',
  });

const dayOf = (key: string): string => key.slice(-'2026-01-31.jsonl'.length, -'.jsonl'.length);
