import { sql, type Transaction } from 'kysely';
import { secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { SiteAccessTables, TestRow } from './tables.ts';

type Db = Queryable<SiteAccessTables>;

/** How long a person has to sign in. */
const testSeconds = 600;
/** Retention of a result, which is only for the person who is waiting for it. */
const keptSeconds = 3_600;
const maxTests = 20;

/** Inserts a test, and deletes the project's oldest tests. */
export async function insertTest(
  tx: Transaction<SiteAccessTables>,
  row: Pick<TestRow, 'id' | 'project_id' | 'organization_id' | 'token_sha256' | 'mode' | 'settings'>,
): Promise<TestRow> {
  await sql`
    delete from site_sign_in_tests where id in (
      select id from site_sign_in_tests where project_id = ${row.project_id}
      order by created_at desc, id desc offset ${maxTests - 1}
    )`.execute(tx);
  return tx
    .insertInto('site_sign_in_tests')
    .values({ ...row, expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${testSeconds})` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function selectTest(db: Db, projectId: string, id: string): Promise<TestRow | undefined> {
  return db
    .selectFrom('site_sign_in_tests')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('created_at', '>', secondsAgo(keptSeconds))
    .executeTakeFirst();
}

/** Selects a test that can still be completed. */
export async function selectOpenTest(db: Db, projectId: string, tokenSha256: Buffer): Promise<TestRow | undefined> {
  return db
    .selectFrom('site_sign_in_tests')
    .selectAll()
    .where('token_sha256', '=', tokenSha256)
    .where('project_id', '=', projectId)
    .where('result', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
}

/** Stores the first result. The settings are then no longer needed. */
export async function updateTestResult(db: Db, id: string, result: string): Promise<void> {
  await db
    .updateTable('site_sign_in_tests')
    .set({ result, settings: null })
    .where('id', '=', id)
    .where('result', 'is', null)
    .execute();
}

export async function deleteOldTests(db: Db): Promise<void> {
  await sql`delete from site_sign_in_tests where created_at < ${secondsAgo(keptSeconds)}`.execute(db);
}
