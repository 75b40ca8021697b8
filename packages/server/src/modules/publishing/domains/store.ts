import { sql, type Transaction } from 'kysely';
import { toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables } from '../deployments/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import type { DomainRow, DomainTables } from './tables.ts';

export type Tables = DomainTables & DeploymentTables & ProjectTables;
type Tx = Transaction<Tables>;
type Db = Queryable<Tables>;

/** Inserts a domain. Returns false if the project already has it. */
export async function insertDomain(
  tx: Tx,
  row: Pick<DomainRow, 'id' | 'organization_id' | 'project_id' | 'domain' | 'created_at' | 'next_check_at'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('site_domains')
    .values({
      ...row,
      status: 'pending',
      reason: null,
      leads_here: false,
      claimed_at: null,
      failing_since: null,
      checked_at: null,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'domain']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Selects a project's domains in the order in which they were added. */
export async function selectDomains(db: Db, projectId: string): Promise<DomainRow[]> {
  return db
    .selectFrom('site_domains')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function selectDomain(db: Db, projectId: string, domain: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('site_domains')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Serializes two projects that verify the same name. The caller already holds the lock on the site's row. */
export async function lockName(tx: Tx, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site_domain ${domain}`}, 0))`.execute(tx);
}

/** Selects the project that has the exclusive claim to the name. */
export async function selectClaim(db: Db, domain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_domains')
    .select('project_id')
    .where('domain', '=', domain)
    .where('claimed_at', 'is not', null)
    .executeTakeFirst();
  return row?.project_id;
}

export type DomainState = Pick<
  DomainRow,
  'status' | 'reason' | 'leads_here' | 'claimed_at' | 'failing_since' | 'checked_at' | 'next_check_at'
>;

export async function updateDomain(tx: Tx, id: string, state: DomainState): Promise<void> {
  const reason = state.reason === null ? null : toStorableText(state.reason);
  await tx
    .updateTable('site_domains')
    .set({ ...state, reason })
    .where('id', '=', id)
    .execute();
}

export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('site_domains').where('id', '=', id).execute();
}

export type DueDomain = Pick<DomainRow, 'organization_id' | 'project_id' | 'domain'>;

/** Claims those domains that are still due, by postponing them by `holdMs` for other workers. */
export async function takeDueDomains(
  db: Db,
  { ids, now, holdMs }: { readonly ids: readonly string[]; readonly now: Date; readonly holdMs: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    update site_domains set next_check_at = ${new Date(now.getTime() + holdMs)}
    where id in (
      select id from site_domains where id = any(${ids}) and next_check_at <= ${now} for update skip locked
    )
    returning organization_id, project_id, domain`.execute(db);
  return rows;
}

/** Selects due domains, longest overdue first, except those of some organizations. */
export async function selectDueDomains(
  db: Db,
  { now, limit, without }: { readonly now: Date; readonly limit: number; readonly without: readonly string[] },
): Promise<readonly Pick<DomainRow, 'id' | 'organization_id'>[]> {
  return db
    .selectFrom('site_domains')
    .select(['id', 'organization_id'])
    .where('next_check_at', '<=', now)
    .where('organization_id', '<>', sql<string>`all(${without})`)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}
