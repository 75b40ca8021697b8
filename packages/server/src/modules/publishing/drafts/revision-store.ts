import { sql, type Selectable, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DraftTables } from './tables.ts';

type Db = Queryable<DraftTables>;
type Tx = Transaction<DraftTables>;

export interface ReplacedFiles {
  readonly draftId: string;
  readonly paths: readonly string[];
  /** The name of the author whose content replaces the files' content; `undefined` if each file keeps its author. */
  readonly author: string | undefined;
  /** Whether content that the same author saved in this hour also becomes a revision. */
  readonly isForced: boolean;
}

/** Stores the content of files that are about to be replaced. Returns the number of new or updated revisions. */
export async function insertRevisions(tx: Tx, { draftId, paths, author, isForced }: ReplacedFiles): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into draft_revisions (draft_id, path, slot, saved_by, saved_at, version, content, size)
    select draft_id, path, case when ${isForced} then updated_at else date_trunc('hour', updated_at) end, updated_by,
      updated_at, left(encode(sha256(content), 'hex'), 32), content, octet_length(content)
    from draft_files
    where draft_id = ${draftId} and path = any(${[...paths]}::text[]) and content is not null
      and (${isForced} or updated_by <> ${author ?? null}
        or date_trunc('hour', updated_at) < date_trunc('hour', clock_timestamp()))
    on conflict (draft_id, path, slot, saved_by) do update
      set saved_at = excluded.saved_at, version = excluded.version, content = excluded.content, size = excluded.size`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export interface RevisionLimits {
  readonly perFile: number;
  readonly perDraft: number;
  readonly bytes: number;
}

export async function deleteExcessRevisions(tx: Tx, draftId: string, limits: RevisionLimits): Promise<void> {
  await sql`
    delete from draft_revisions as r using (
      select path, slot, saved_by, row_number() over (partition by path order by saved_at desc) as of_file,
        row_number() over newest as of_draft, sum(size) over newest as bytes
      from draft_revisions where draft_id = ${draftId}
      window newest as (order by saved_at desc rows unbounded preceding)
    ) as n
    where r.draft_id = ${draftId} and (r.path, r.slot, r.saved_by) = (n.path, n.slot, n.saved_by)
      and (n.of_file > ${limits.perFile} or n.of_draft > ${limits.perDraft} or n.bytes > ${limits.bytes})`.execute(tx);
}

export async function hasRevisions(db: Db, draftId: string): Promise<boolean> {
  const row = await db
    .selectFrom('draft_revisions')
    .select('draft_id')
    .where('draft_id', '=', draftId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type KeptRevision = Pick<
  Selectable<DraftTables['draft_revisions']>,
  'path' | 'version' | 'saved_by' | 'saved_at'
>;

/**
 * Selects a file's revisions, newest first, without duplicates. `paths` are its path and the path from which it was
 * moved.
 */
export async function selectRevisions(db: Db, draftId: string, paths: readonly string[]): Promise<KeptRevision[]> {
  const { rows } = await sql<KeptRevision>`
    select path, version, saved_by, saved_at from (
      select distinct on (version) path, version, saved_by, saved_at from draft_revisions
      where draft_id = ${draftId} and path = any(${[...paths]}::text[]) order by version, saved_at desc
    ) as kept order by saved_at desc`.execute(db);
  return rows;
}

export async function selectRevisionContent(
  db: Db,
  draftId: string,
  { path, version }: { readonly path: string; readonly version: string },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('draft_revisions')
    .select('content')
    .where('draft_id', '=', draftId)
    .where('path', '=', path)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row?.content;
}
