import { sql } from 'kysely';
import type { CommitStatus } from '../../../platform/code-host/index.ts';
import { toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { LocalCodeHostTables } from './tables.ts';

type Db = Queryable<LocalCodeHostTables>;

/** Saves a status, which replaces the earlier status with the same context. */
export async function saveStatus(db: Db, repositoryId: string, status: CommitStatus): Promise<void> {
  const { sha, context } = status;
  const reported = {
    state: status.state,
    description: toStorableText(status.description),
    url: toStorableText(status.url),
  };
  await db
    .insertInto('local_commit_statuses')
    .values({ repository_id: repositoryId, sha, context: toStorableText(context), ...reported })
    .onConflict((conflict) =>
      conflict
        .columns(['repository_id', 'sha', 'context'])
        .doUpdateSet({ ...reported, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

/** Lists a commit's statuses, sorted by context. */
export async function listStatuses(db: Db, repositoryId: string, sha: string): Promise<readonly CommitStatus[]> {
  return db
    .selectFrom('local_commit_statuses')
    .select(['sha', 'context', 'state', 'description', 'url'])
    .where('repository_id', '=', repositoryId)
    .where('sha', '=', sha)
    .orderBy('context')
    .execute();
}
