import { sql, type Insertable, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DraftFileRow, DraftTables } from './tables.ts';

type Db = Queryable<DraftTables>;
type Tx = Transaction<DraftTables>;

/** Selects a draft's files in alphabetical order of their paths. */
export async function selectFiles(db: Db, draftId: string): Promise<DraftFileRow[]> {
  return db
    .selectFrom('draft_files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy(sql`path collate "C"`)
    .execute();
}

/** Selects the files at these paths, the files that were moved from them, and the old paths of moved files. */
export async function selectFilesAt(db: Db, draftId: string, paths: readonly string[]): Promise<DraftFileRow[]> {
  const listed = sql`any(${[...paths]}::text[])`;
  const { rows } = await sql<DraftFileRow>`
    select * from draft_files where draft_id = ${draftId} and (
      path = ${listed} or moved_from = ${listed}
      or path in (select f.moved_from from draft_files as f where f.draft_id = ${draftId} and f.path = ${listed})
    )`.execute(db);
  return rows;
}

/** Selects the paths of a draft's files, and whether they exist. */
export async function selectPaths(db: Db, draftId: string): Promise<readonly Pick<DraftFileRow, 'path' | 'kind'>[]> {
  return db.selectFrom('draft_files').select(['path', 'kind']).where('draft_id', '=', draftId).execute();
}

export async function selectFile(db: Db, draftId: string, path: string): Promise<DraftFileRow | undefined> {
  return db
    .selectFrom('draft_files')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** Selects the times of the last changes to files, by path, without files that the draft doesn't change. */
export async function selectFileTimes(
  db: Db,
  {
    projectId,
    branch,
    paths,
  }: { readonly projectId: string; readonly branch: string; readonly paths: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ path: string; at: Date }>`
    select f.path, f.updated_at as at from drafts as d join draft_files as f on f.draft_id = d.id
    where d.project_id = ${projectId} and d.branch = ${branch} and f.path = any(${[...paths]}::text[])`.execute(db);
  return new Map(rows.map(({ path, at }) => [path, at.getTime()]));
}

/** Selects the path that a moved file has in the base commit. */
export async function selectMovedFrom(db: Db, draftId: string, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('draft_files')
    .select('moved_from')
    .where('draft_id', '=', draftId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.moved_from ?? undefined;
}

/** Selects a draft's moved files, with their paths in the base commit. */
export async function selectMovedFiles(
  db: Db,
  draftId: string,
): Promise<readonly { readonly path: string; readonly moved_from: string }[]> {
  return db
    .selectFrom('draft_files')
    .select(['path', 'moved_from'])
    .where('draft_id', '=', draftId)
    .where('moved_from', 'is not', null)
    .orderBy('path')
    .$narrowType<{ moved_from: string }>()
    .execute();
}

export type FileFields = Omit<Insertable<DraftTables['draft_files']>, 'draft_id' | 'updated_at'>;

/** Inserts or updates a file. If its content is unchanged, its time is too. */
export async function upsertFile(tx: Tx, draftId: string, { path, ...fields }: FileFields): Promise<void> {
  await tx
    .insertInto('draft_files')
    .values({ draft_id: draftId, path, ...fields })
    .onConflict((conflict) =>
      conflict.columns(['draft_id', 'path']).doUpdateSet({
        ...fields,
        updated_at: sql<Date>`case when draft_files.content is distinct from excluded.content
          then clock_timestamp() else draft_files.updated_at end`,
      }),
    )
    .execute();
}

export async function deleteFile(tx: Tx, draftId: string, path: string): Promise<void> {
  await tx.deleteFrom('draft_files').where('draft_id', '=', draftId).where('path', '=', path).execute();
}

export interface DraftFigures {
  readonly files: number;
  readonly bytes: number;
  readonly conflicts: number;
}

/** Selects the number and total size of drafts' changed files, by the draft's ID. */
export async function selectFigures(db: Db, draftIds: readonly string[]): Promise<ReadonlyMap<string, DraftFigures>> {
  if (draftIds.length === 0) return new Map();
  const { rows } = await sql<DraftFigures & { id: string }>`
    select draft_id as id, count(*)::int as files, count(conflict_commit)::int as conflicts,
      coalesce(sum(octet_length(content)), 0)::float8 as bytes
    from draft_files where draft_id = any(${[...draftIds]}::text[]) group by draft_id`.execute(db);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
