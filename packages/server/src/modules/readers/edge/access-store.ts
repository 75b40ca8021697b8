import { sql, type Generated, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import type { ReaderTables } from './reader-rows-store.ts';

export interface UsedTokenRow {
  readonly project_id: string;
  readonly digest: string;
  readonly expires_at: Date;
}

export interface EndedSessionRow {
  readonly id: string;
  readonly project_id: string;
  readonly ended_at: Generated<Date>;
  readonly expires_at: Date;
}

export interface EdgeTables extends ReaderTables {
  readonly used_reader_tokens: UsedTokenRow;
  readonly ended_reader_sessions: EndedSessionRow;
}

export type AccessTables = DeploymentTables & AccountTables & EdgeTables;
type Db = Queryable<AccessTables>;

export async function insertCode(
  tx: Transaction<AccessTables>,
  code: {
    readonly sha256: Buffer;
    readonly environmentId: string;
    readonly sessionId: string;
    readonly challenge: string;
    readonly seconds: number;
  },
): Promise<void> {
  await sql`delete from site_access_codes where expires_at < now()`.execute(tx);
  await sql`
    insert into site_access_codes (code_sha256, environment_id, session_id, challenge, expires_at)
    values (${code.sha256}, ${code.environmentId}, ${code.sessionId}, ${code.challenge},
      now() + make_interval(secs => ${code.seconds}))`.execute(tx);
}

/** Consumes a code, whether it is valid or not. @returns the session that created it */
export async function takeCode(
  db: Db,
  code: { readonly sha256: Buffer; readonly environmentId: string; readonly challenge: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ sessionId: string; isGood: boolean }>`
    delete from site_access_codes where code_sha256 = ${code.sha256}
    returning session_id as "sessionId",
      (environment_id = ${code.environmentId} and challenge = ${code.challenge} and expires_at > now()) as "isGood"`.execute(
    db,
  );
  const [taken] = rows;
  return taken?.isGood === true ? taken.sessionId : undefined;
}

/** Records the use of a token. Returns false if the token was used before, at any edge. */
export async function insertUsedToken(
  db: Db,
  token: { readonly projectId: string; readonly digest: string; readonly expiresAt: Date },
): Promise<boolean> {
  const { projectId, digest, expiresAt } = token;
  const { rows } = await sql`
    insert into used_reader_tokens (project_id, digest, expires_at) values (${projectId}, ${digest}, ${expiresAt})
    on conflict do nothing returning digest`.execute(db);
  return rows.length > 0;
}

const deletedAtOnce = 1_000;

export async function deleteExpiredTokens(db: Db): Promise<void> {
  await sql`
    delete from used_reader_tokens where (project_id, digest) in (
      select project_id, digest from used_reader_tokens where expires_at < now() limit ${deletedAtOnce})`.execute(db);
}

/** PostgreSQL's error code for a foreign key violation. */
const foreignKeyViolation = '23503';

/** Stores the end of a session. Does nothing if the site was deleted in the meantime, because its sessions are gone. */
export async function insertEndedSession(
  db: Db,
  session: { readonly id: string; readonly projectId: string; readonly expiresAt: Date },
): Promise<void> {
  const { id, projectId, expiresAt } = session;
  try {
    await sql`
      insert into ended_reader_sessions (id, project_id, expires_at) values (${id}, ${projectId}, ${expiresAt})
      on conflict do nothing`.execute(db);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error;
  }
}

export async function deleteExpiredEndings(db: Db): Promise<void> {
  await sql`
    delete from ended_reader_sessions where id in (
      select id from ended_reader_sessions where expires_at < now() limit ${deletedAtOnce})`.execute(db);
}

export interface EndedSession {
  readonly id: string;
  readonly endedAt: Date;
  readonly expiresAt: Date;
}

/** Selects sessions of all sites that have ended since a time, or at any time, and haven't expired. */
export async function selectEndedSessions(db: Db, since: Date | undefined): Promise<readonly EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    select id, ended_at as "endedAt", expires_at as "expiresAt" from ended_reader_sessions
    where ended_at >= ${since ?? new Date(0)} and expires_at > now()`.execute(db);
  return rows;
}
