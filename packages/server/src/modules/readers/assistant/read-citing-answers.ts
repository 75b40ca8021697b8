import type { AnalyticsPage } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import type { ProjectDays } from './analytics-store.ts';
import { defaultRetentionDays as defaultDays } from './assistant-settings.ts';
import { selectCitingAnswers } from './citing-answers-store.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';
import { writeUlid } from './ulid.ts';

const bounds = { looked: 2_000, rows: 5, questionLength: 300, defaultDays };

/**
 * Reads the answers that cite a page as a source.
 * @param path the name under which views are counted: `/guides/keys`
 */
export async function readCitingAnswers(
  db: Queryable<AssistantMessageTables & AssistantSettingsTables>,
  asked: ProjectDays,
  path: string,
): Promise<AnalyticsPage['answers']> {
  const inside = path.slice(1);
  const paths = inside === '' ? ['index'] : [inside, `${inside}/index`];
  const { total, complete, rows } = await selectCitingAnswers(db, { ...asked, paths }, bounds);
  const newest = rows.map(({ id, at, at_us: us, question }) => ({
    id: writeUlid({ atUs: BigInt(us), id: BigInt(id) }),
    timestamp: at,
    query: question,
  }));
  return { total, complete, newest };
}
