import {
  sql,
  type Insertable,
  type QueryExecutorProvider,
  type Selectable,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DraftAuthorRow, DraftRow, DraftTables } from './tables.ts';

type Db = Queryable<DraftTables>;
type Tx = Transaction<DraftTables>;

export interface DraftName {
  readonly projectId: string;
  readonly branch: string;
}

export async function selectDraft(db: Db, { projectId, branch }: DraftName): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .executeTakeFirst();
}

/** Locks the draft until the transaction ends, so that its changes are serialized. */
export async function lockDraft(tx: Tx, { projectId, branch }: DraftName): Promise<DraftRow | undefined> {
  return tx
    .selectFrom('drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .forUpdate()
    .executeTakeFirst();
}

/** Selects a project's drafts, most recently changed first. */
export async function selectDrafts(db: Db, projectId: string): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Prevents other transactions from adding a draft to the project until this one ends. */
export async function lockDraftsOf(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drafts ${projectId}`}, 0))`.execute(tx);
}

export async function countDrafts(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from drafts where project_id = ${projectId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertDraft(tx: Tx, row: Insertable<DraftTables['drafts']>): Promise<DraftRow> {
  return tx.insertInto('drafts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The channel on which changed drafts are reported. The payload is the project's ID, a space, and the branch. */
export const draftChannel = 'draft_changed';

/** Updates a draft. Every change increases its version. */
export async function updateDraft(
  tx: Tx,
  id: string,
  { isSaved, ...change }: Updateable<DraftTables['drafts']> & { readonly isSaved: boolean },
): Promise<DraftRow> {
  return tx
    .updateTable('drafts')
    .set({
      ...change,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
      ...(isSaved && { saved_at: sql<Date>`clock_timestamp()`, notified_at: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .returning(sql<string>`pg_notify(${draftChannel}, project_id || ' ' || branch)`.as('notified'))
    .executeTakeFirstOrThrow();
}

export async function updateBranchState(
  db: Db,
  id: string,
  change: Pick<Updateable<DraftTables['drafts']>, 'branch_deleted_at' | 'push_refused_at'>,
): Promise<void> {
  await db.updateTable('drafts').set(change).where('id', '=', id).execute();
}

/** Deletes a draft with its files and authors. */
export async function deleteDraftRow(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('id', '=', id)
    .returning(sql<string>`pg_notify(${draftChannel}, project_id || ' ' || branch)`.as('notified'))
    .execute();
}

/** Selects the authors of drafts, most recent first. */
export async function selectAuthors(db: Db, draftIds: readonly string[]): Promise<DraftAuthorRow[]> {
  if (draftIds.length === 0) return [];
  return db
    .selectFrom('draft_authors')
    .selectAll()
    .where('draft_id', 'in', draftIds)
    .orderBy('saved_at', 'desc')
    .orderBy('actor_id')
    .execute();
}

/** Returns the time of the author's previous change; `undefined` for the first change. */
export async function upsertAuthor(tx: Tx, author: Omit<DraftAuthorRow, 'saved_at'>): Promise<Date | undefined> {
  const before = await tx
    .selectFrom('draft_authors')
    .select('saved_at')
    .where('draft_id', '=', author.draft_id)
    .where('actor_id', '=', author.actor_id)
    .executeTakeFirst();
  await tx
    .insertInto('draft_authors')
    .values(author)
    .onConflict((conflict) =>
      conflict
        .columns(['draft_id', 'actor_id'])
        .doUpdateSet({ name: author.name, saved_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
  return before?.saved_at;
}

type SettingsRow = Selectable<DraftTables['draft_settings']>;

export async function selectSettings(db: Db, projectId: string): Promise<SettingsRow | undefined> {
  return db.selectFrom('draft_settings').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export async function upsertSettings(
  tx: Tx,
  projectId: string,
  change: Partial<Omit<SettingsRow, 'project_id'>>,
): Promise<SettingsRow> {
  return tx
    .insertInto('draft_settings')
    .values({ project_id: projectId, ...change })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Drafts in any organization that nobody has changed since `before`, oldest first. */
export async function selectUntouched(
  db: Db,
  { before, isNotified, limit }: { readonly before: Date; readonly isNotified: boolean; readonly limit: number },
): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('saved_at', '<', before)
    .where('notified_at', isNotified ? 'is not' : 'is', null)
    .orderBy('saved_at')
    .limit(limit)
    .execute();
}

/** Locks the draft, unless another transaction is using it. */
export async function lockDraftById(tx: Tx, id: string): Promise<DraftRow | undefined> {
  return tx.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
}

export async function updateNotified(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ notified_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Returns the total size of the organization's drafts in bytes, for its storage quota. */
export async function sumDraftBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      select coalesce(octet_length(f.content), 0) + coalesce(octet_length(f.base_content), 0) as bytes
      from drafts as d join draft_files as f on f.draft_id = d.id where d.organization_id = ${organizationId}
      union all
      select r.size from drafts as d join draft_revisions as r on r.draft_id = d.id
      where d.organization_id = ${organizationId}
    ) as stored`.execute(db);
  return rows[0]?.bytes ?? 0;
}
