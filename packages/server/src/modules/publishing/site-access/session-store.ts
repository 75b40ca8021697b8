import { sql, type Transaction } from 'kysely';
import { ownedRows, type Queryable } from '../../../platform/database/index.ts';
import type { SiteAccessTables } from './tables.ts';

type Db = Queryable<SiteAccessTables>;

export interface NewSession {
  readonly id: string;
  readonly projectId: string;
  readonly subjectSha256: Buffer;
  readonly epoch: number;
  /** The ID of the password or key with which the reader signed in. */
  readonly credentialId: string | undefined;
  readonly expiresAt: Date;
}

/** Inserts a session. Repeated calls have no effect. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('reader_sessions')
    .values({
      id: session.id,
      project_id: session.projectId,
      subject_sha256: session.subjectSha256,
      session_epoch: session.epoch,
      credential_id: session.credentialId ?? null,
      expires_at: session.expiresAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function deleteSession(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('reader_sessions').where('id', '=', id).where('project_id', '=', projectId).execute();
}

/** Counts sessions that haven't ended. Sessions of an earlier epoch have ended. */
export async function countSessions(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reader_sessions
    where project_id = ${projectId} and expires_at > clock_timestamp()
      and session_epoch = coalesce((select session_epoch from site_access where project_id = ${projectId}), 0)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** @param credentialId limits the deletion to sessions of one password or key */
export async function deleteSessionsOf(
  tx: Transaction<SiteAccessTables>,
  projectId: string,
  credentialId: string | undefined,
): Promise<void> {
  await tx
    .deleteFrom('reader_sessions')
    .where('project_id', '=', projectId)
    .$if(credentialId !== undefined, (query) => query.where('credential_id', '=', credentialId ?? ''))
    .execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await sql`delete from reader_sessions where expires_at < (select clock_timestamp())`.execute(db);
}

export const readerSessionRows = ownedRows({ table: 'reader_sessions', column: 'project_id', key: 'id' });
