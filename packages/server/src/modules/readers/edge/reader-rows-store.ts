import { sql, type Generated } from 'kysely';
import { maxTokens, type StoredProfile, type StoredToken } from '@docwright/site-access';
import type { Queryable } from '../../../platform/database/index.ts';

export interface ReaderProfileRow {
  readonly environment_id: string;
  readonly owner: string;
  readonly sealed: string;
  readonly expires_at: Date;
}

export interface ReaderAccessTokenRow {
  readonly id: string;
  readonly environment_id: string;
  readonly owner: string;
  readonly sealed: string;
  readonly created_at: Generated<Date>;
  readonly expires_at: Date;
}

export interface ReaderTables {
  readonly reader_profiles: ReaderProfileRow;
  readonly reader_access_tokens: ReaderAccessTokenRow;
}

type Db = Queryable<ReaderTables>;

export async function upsertProfile(
  db: Db,
  profile: StoredProfile & { readonly environmentId: string; readonly owner: string },
): Promise<void> {
  const { environmentId, owner, sealed, untilMs } = profile;
  await sql`
    insert into reader_profiles (environment_id, owner, sealed, expires_at)
    values (${environmentId}, ${owner}, ${sealed}, ${new Date(untilMs)})
    on conflict (environment_id, owner) do update
    set sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(db);
}

export async function selectProfile(db: Db, environmentId: string, owner: string): Promise<StoredProfile | undefined> {
  const { rows } = await sql<{ sealed: string; expiresAt: Date }>`
    select sealed, expires_at as "expiresAt" from reader_profiles
    where environment_id = ${environmentId} and owner = ${owner}`.execute(db);
  const [row] = rows;
  return row && { sealed: row.sealed, untilMs: row.expiresAt.getTime() };
}

/** Inserts a token. Returns false if the owner already has the maximum number of tokens. */
export async function insertAccessToken(db: Db, environmentId: string, token: StoredToken): Promise<boolean> {
  const { id, owner, sealed, createdAtMs, expiresAtMs } = token;
  const { rows } = await sql`
    insert into reader_access_tokens (id, environment_id, owner, sealed, created_at, expires_at)
    select ${id}, ${environmentId}, ${owner}, ${sealed}, ${new Date(createdAtMs)}::timestamptz, ${new Date(expiresAtMs)}::timestamptz
    where (select count(*) from reader_access_tokens
      where environment_id = ${environmentId} and owner = ${owner} and expires_at > now()) < ${maxTokens}
    returning id`.execute(db);
  return rows.length > 0;
}

interface TokenRow extends Pick<StoredToken, 'id' | 'owner' | 'sealed'> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const toStored = ({ createdAt, expiresAt, ...token }: TokenRow): StoredToken => ({
  ...token,
  createdAtMs: createdAt.getTime(),
  expiresAtMs: expiresAt.getTime(),
});

export async function selectAccessTokens(
  db: Db,
  environmentId: string,
  owner: string,
): Promise<readonly StoredToken[]> {
  const { rows } = await sql<TokenRow>`
    select id, owner, sealed, created_at as "createdAt", expires_at as "expiresAt" from reader_access_tokens
    where environment_id = ${environmentId} and owner = ${owner} and expires_at > now()
    order by created_at, id`.execute(db);
  return rows.map(toStored);
}

export async function selectAccessToken(db: Db, environmentId: string, id: string): Promise<StoredToken | undefined> {
  const { rows } = await sql<TokenRow>`
    select id, owner, sealed, created_at as "createdAt", expires_at as "expiresAt" from reader_access_tokens
    where id = ${id} and environment_id = ${environmentId} and expires_at > now()`.execute(db);
  const [row] = rows;
  return row && toStored(row);
}

export async function deleteAccessToken(
  db: Db,
  environmentId: string,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<void> {
  await sql`
    delete from reader_access_tokens
    where id = ${id} and environment_id = ${environmentId} and owner = ${owner}`.execute(db);
}

/** Counts unexpired tokens. Tokens from before `since` ended when all readers were signed out. */
export async function countAccessTokens(db: Db, environmentId: string, since: Date | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reader_access_tokens
    where environment_id = ${environmentId} and expires_at > now()
      and created_at > coalesce(${since}::timestamptz, '-infinity')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes the tokens and returns their number. */
export async function deleteAccessTokens(db: Db, environmentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (delete from reader_access_tokens where environment_id = ${environmentId} returning expires_at)
    select count(*)::int as count from deleted where expires_at > now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes expired rows, for the upkeep. */
export async function deleteExpiredReaderRows(db: Db): Promise<void> {
  await sql`delete from reader_profiles where expires_at < (select clock_timestamp())`.execute(db);
  await sql`delete from reader_access_tokens where expires_at < (select clock_timestamp())`.execute(db);
}
