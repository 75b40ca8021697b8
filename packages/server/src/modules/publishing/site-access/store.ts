import type { AccessSettings } from '@docwright/site-access/settings';
import type { JwtKey } from '@docwright/site-access';
import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccessRow, SiteAccessTables } from './tables.ts';

type Tx = Transaction<SiteAccessTables>;
type Db = Queryable<SiteAccessTables>;

/**
 * A time at least a millisecond after the previous one: `updatedAt` has this precision, and two changes must have
 * different `If-Match` values.
 */
const nextUpdatedAt = sql<Date>`greatest(clock_timestamp(), site_access.updated_at + interval '1 millisecond')`;

export async function selectAccess(db: Db, projectId: string): Promise<AccessRow | undefined> {
  return db.selectFrom('site_access').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export interface ServedAccess extends Pick<AccessRow, 'secrets'> {
  /** Null if it was never set. The default then applies. */
  readonly session_seconds: number | null;
  readonly session_epoch: number | null;
  readonly oauth: AccessSettings['oauth'];
  readonly jwt: AccessSettings['jwt'];
  readonly proxy: AccessSettings['proxy'];
  readonly passwordIds: readonly string[];
  readonly keys: readonly JwtKey[];
}

/** Selects all data that an edge needs, in one statement. */
export async function selectServedAccess(db: Db, projectId: string): Promise<ServedAccess> {
  const { rows } = await sql<ServedAccess>`
    select a.session_seconds, a.session_epoch, a.oauth, a.jwt, a.proxy, a.secrets,
      array(select id from site_reader_passwords where project_id = ${projectId}) as "passwordIds",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'algorithm', algorithm, 'publicKey', public_key)
          order by created_at, id)
        from site_reader_keys where project_id = ${projectId}
      ), '[]') as keys
    from (select) as one left join site_access as a on a.project_id = ${projectId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an outer join returns one row');
  return row;
}

export type SavedAccess = AccessSettings &
  Pick<AccessRow, 'project_id' | 'organization_id' | 'session_seconds' | 'session_epoch' | 'secrets' | 'key_id'>;

export async function upsertAccess(tx: Tx, access: SavedAccess): Promise<AccessRow> {
  const { project_id, organization_id, session_seconds, session_epoch, secrets, key_id } = access;
  const change = {
    session_seconds,
    session_epoch,
    oauth: toJson(access.oauth),
    jwt: toJson(access.jwt),
    proxy: toJson(access.proxy),
    secrets,
    key_id,
  };
  return tx
    .insertInto('site_access')
    .values({ project_id, organization_id, ...change })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...change, updated_at: nextUpdatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

const toJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Ends all sessions. The settings and their `updated_at` stay the same. */
export async function incrementEpoch(
  tx: Tx,
  site: Pick<AccessRow, 'project_id' | 'organization_id' | 'session_seconds'>,
): Promise<Date> {
  const { rows } = await sql<{ signedOutAt: Date }>`
    insert into site_access (project_id, organization_id, session_seconds, session_epoch, signed_out_at)
    values (${site.project_id}, ${site.organization_id}, ${site.session_seconds}, 1, clock_timestamp())
    on conflict (project_id) do update
      set session_epoch = site_access.session_epoch + 1, signed_out_at = clock_timestamp()
    returning signed_out_at as "signedOutAt"`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an upsert returns one row');
  return row.signedOutAt;
}

/** Selects a few rows that were encrypted with another key, locked until the transaction ends. */
export async function selectSealedWithOtherKey(tx: Tx, keyId: string, after: string): Promise<AccessRow[]> {
  return tx
    .selectFrom('site_access')
    .selectAll()
    .where('key_id', '!=', keyId)
    .where('project_id', '>', after)
    .orderBy('project_id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** Stores the same secrets, re-encrypted. The settings' version stays the same. */
export async function updateSeal(tx: Tx, row: Pick<AccessRow, 'project_id' | 'secrets' | 'key_id'>): Promise<void> {
  await tx
    .updateTable('site_access')
    .set({ secrets: row.secrets, key_id: row.key_id })
    .where('project_id', '=', row.project_id)
    .execute();
}
