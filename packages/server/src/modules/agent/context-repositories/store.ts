import { sql } from 'kysely';
import { toStorableJson, toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { ContextTables, StaleAnchor } from './tables.ts';

type Db = Queryable<ContextTables>;

export interface DueCheck {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Schedules checks of the anchors on a project's pages, the first one immediately. */
export async function watchAnchors(db: Db, { projectId, organizationId }: DueCheck): Promise<void> {
  await db
    .insertInto('code_anchor_checks')
    .values({ project_id: projectId, organization_id: organizationId })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
}

/** Claims the due checks: no other worker can claim them before `until`. */
export async function takeDueChecks(
  db: Db,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    update code_anchor_checks set due_at = ${until}
    where project_id = any(array(
      select project_id from code_anchor_checks where due_at <= ${now} order by due_at limit ${limit}
      for update skip locked
    ))
    returning project_id as "projectId", organization_id as "organizationId"`.execute(db);
  return rows;
}

export async function saveCheck(
  db: Db,
  projectId: string,
  check: { readonly stale: readonly StaleAnchor[]; readonly at: Date; readonly dueAt: Date },
): Promise<void> {
  await db
    .updateTable('code_anchor_checks')
    .set({ stale: toStorableJson(check.stale), checked_at: check.at, due_at: check.dueAt, fault: null })
    .where('project_id', '=', projectId)
    .execute();
}

/** Stores why a check failed, and keeps the result of the last complete check. */
export async function saveFault(
  db: Db,
  projectId: string,
  { fault, dueAt }: { readonly fault: string; readonly dueAt: Date },
): Promise<void> {
  await db
    .updateTable('code_anchor_checks')
    .set({ fault: toStorableText(fault), due_at: dueAt })
    .where('project_id', '=', projectId)
    .execute();
}

export interface AnchorCheck {
  readonly checkedAt: Date | null;
  readonly fault: string | null;
  readonly stale: readonly StaleAnchor[];
}

/** Returns `undefined` if no page of the project can have anchors. */
export async function selectAnchorCheck(db: Db, projectId: string): Promise<AnchorCheck | undefined> {
  return db
    .selectFrom('code_anchor_checks')
    .select(['checked_at as checkedAt', 'fault', 'stale'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}
