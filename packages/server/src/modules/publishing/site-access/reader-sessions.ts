import { createHash } from 'node:crypto';
import type { Queryable } from '../../../platform/database/index.ts';
import { deleteSession, insertSession, deleteExpiredSessions } from './session-store.ts';
import type { SiteAccessTables } from './tables.ts';
import { deleteOldTests } from './test-store.ts';

type Db = Queryable<SiteAccessTables>;

export interface ReaderSession {
  readonly id: string;
  readonly projectId: string;
  /** Stored as a digest, because people are counted, not listed. */
  readonly subject: string;
  readonly epoch: number;
  /** The ID of the password or key with which the reader signed in. */
  readonly credentialId: string | undefined;
  readonly expiresAt: Date;
}

/** Counts a sign-in. Cookies are valid without this record, so a failure to write it must not fail the sign-in. */
export async function recordReaderSession(db: Db, { subject, ...session }: ReaderSession): Promise<void> {
  const subjectSha256 = createHash('sha256').update(`${session.projectId}\n${subject}`).digest();
  await insertSession(db, { ...session, subjectSha256 });
}

/** Called after `POST /logout`. */
export async function endReaderSession(
  db: Db,
  session: { readonly projectId: string; readonly id: string },
): Promise<void> {
  await deleteSession(db, session.projectId, session.id);
}

/** Deletes expired sessions and test results, for the upkeep. */
export async function deleteOldAccessRows(db: Db): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteOldTests(db);
}
