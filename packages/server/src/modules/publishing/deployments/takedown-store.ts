import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { notifySite } from './site-store.ts';
import type { DeploymentTables, SiteRow, SiteTakedown } from './tables.ts';

/** Finds and locks a site in any organization. */
export async function lockSiteBySlug(tx: Transaction<DeploymentTables>, slug: string): Promise<SiteRow | undefined> {
  return tx.selectFrom('sites').selectAll().where('slug', '=', slug).forUpdate().executeTakeFirst();
}

export async function selectTakenDown(db: Queryable<DeploymentTables>, limit: number): Promise<SiteRow[]> {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('takedown', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

/** Sets a site's takedown. Null restores the site. */
export async function setTakedown(
  tx: Transaction<DeploymentTables>,
  projectId: string,
  takedown: SiteTakedown | null,
): Promise<void> {
  await tx
    .updateTable('sites')
    .set({
      takedown: takedown === null ? null : JSON.stringify(takedown),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('project_id', '=', projectId)
    .execute();
  await notifySite(tx, projectId);
}
