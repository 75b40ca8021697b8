import type { AuditDeps } from '../audit-deps.ts';
import { findProjects, newestCountedDay, selectDayFiles } from './analytics-files-store.ts';
import type { Findings } from '../findings.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

const folder = 'analytics/projects/';
const daysFolder = 'analytics/days/';
const batchSize = 500;
const dayMs = 86_400_000;

/**
 * Checks N18: a written day's files are complete, not older than the installation allows, and belong to an existing
 * project.
 */
export async function checkAnalyticsFiles(
  { database: { kysely }, blobs, settings }: Pick<AuditDeps, 'database' | 'blobs' | 'settings'>,
  findings: Findings,
): Promise<void> {
  for await (const { key: marker } of blobs.list(daysFolder)) {
    const day = marker.slice(daysFolder.length);
    for (const key of await selectDayFiles(kysely, folder, day)) {
      findings.count('N18');
      if ((await blobs.head(key)) === undefined) findings.add('N18', key, 'the file does not exist');
    }
  }
  const newest = await newestCountedDay(kysely);
  // A stopped installation removes nothing, so the age is measured from the newest day of all, with two extra days for
  // the next cleanup.
  const days = settings.analyticsFileDays + 2;
  const oldest = newest === null ? '' : new Date(Date.parse(newest) - days * dayMs).toISOString().slice(0, 10);
  let keys: string[] = [];
  const look = async (): Promise<void> => {
    const known = await findProjects(kysely, keys.map(projectOf));
    for (const key of keys) {
      findings.count('N18');
      if (!known.has(projectOf(key))) findings.add('N18', key, 'its project does not exist');
      else if (key.slice(-16, -6) < oldest) findings.add('N18', key, `is older than ${countOf(days - 2, 'day')}`);
    }
    keys = [];
  };
  for await (const { key } of blobs.list(folder)) {
    keys.push(key);
    if (keys.length === batchSize) await look();
  }
  await look();
}

const projectOf = (key: string): string => key.split('/')[3] ?? '';
