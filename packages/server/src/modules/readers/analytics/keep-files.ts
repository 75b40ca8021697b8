import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
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

/** The folder of all projects' files, by organization, project and day. */
export const analyticsFolder = 'analytics/projects/';
/**
 * Contains an empty object for each day whose files were written. It is in the blob store, so that a restored database
 * writes missing files again.
 */
const daysFolder = 'analytics/days/';

interface FileDeps {
  readonly database: Database<FeedbackTables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

/** Pages and edges send reports until a day later; files are written when most late events have arrived. */
const writtenAfterMs = 25 * 3_600_000;
/** Maximum number of notes of recounted days per read. */
const staleAtOnce = 200;

/**
 * Writes the figures of counted days, and deletes expired files; 0 days means no files. An interrupted day is written
 * again from its start, as is the file of a project whose day was recounted. Several replicas can run it at the same
 * time, because a day's files always have the same bytes.
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

/**
 * Writes stale files again. Keeps the notes of a day whose files are still being written, because the files written so
 * far may lack later counts.
 */
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
