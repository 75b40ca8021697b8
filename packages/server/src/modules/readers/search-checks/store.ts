import type { SearchChange, SetSearchChecksBody } from '@docwright/contract';
import { sql, type ColumnType, type Transaction } from 'kysely';
import { toStorableJson, type Queryable, type TableOf } from '../../../platform/database/index.ts';

type Questions = SetSearchChecksBody['questions'];

export interface SearchCheckTables {
  search_checks: TableOf<'search_checks', { questions: ColumnType<Questions, string, string> }>;
  deployment_search_checks: TableOf<
    'deployment_search_checks',
    { changes: ColumnType<SearchChange[], string, string> }
  >;
}
type Db = Queryable<SearchCheckTables>;

export interface StoredQuestions {
  readonly questions: Questions;
  readonly updatedAt: Date;
}

export async function selectQuestions(db: Db, projectId: string): Promise<StoredQuestions | undefined> {
  return db
    .selectFrom('search_checks')
    .select(['questions', 'updated_at as updatedAt'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function saveQuestions(
  tx: Transaction<SearchCheckTables>,
  projectId: string,
  questions: Questions,
): Promise<StoredQuestions> {
  const { rows } = await sql<StoredQuestions>`
    insert into search_checks (project_id, questions, updated_at)
    values (${projectId}, ${toStorableJson(questions)}::jsonb, clock_timestamp())
    on conflict (project_id) do update set questions = excluded.questions, updated_at = excluded.updated_at
    returning questions, updated_at as "updatedAt"`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) throw new Error(`the questions of ${projectId} were not saved`);
  return saved;
}

export interface StoredComparison {
  readonly deploymentId: string;
  readonly projectId: string;
  readonly comparedWith: string;
  readonly queries: number;
  readonly complete: boolean;
  readonly changes: readonly SearchChange[];
  readonly checkedAt: Date;
}

export async function selectComparison(db: Db, deploymentId: string): Promise<StoredComparison | undefined> {
  return db
    .selectFrom('deployment_search_checks')
    .select([
      'deployment_id as deploymentId',
      'project_id as projectId',
      'compared_with as comparedWith',
      'queries',
      'complete',
      'changes',
      'checked_at as checkedAt',
    ])
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst();
}

/** Saves a comparison. The deployment must exist until the transaction ends. */
export async function saveComparison(
  tx: Transaction<SearchCheckTables>,
  one: Omit<StoredComparison, 'checkedAt'>,
): Promise<void> {
  await sql`
    insert into deployment_search_checks (deployment_id, project_id, compared_with, queries, complete, changes, checked_at)
    values (${one.deploymentId}, ${one.projectId}, ${one.comparedWith}, ${one.queries}, ${one.complete},
      ${toStorableJson(one.changes)}::jsonb, clock_timestamp())
    on conflict (deployment_id) do update set compared_with = excluded.compared_with, queries = excluded.queries,
      complete = excluded.complete, changes = excluded.changes, checked_at = excluded.checked_at`.execute(tx);
}

/** Comparisons contain readers' searches, so they are deleted together with individual events. */
export async function deleteOldComparisons(db: Db, days: number): Promise<void> {
  await sql`
    delete from deployment_search_checks where checked_at < now() - make_interval(days => ${days}::int)`.execute(db);
}
