import { sql, type Transaction } from 'kysely';
import type { CommentFileRow, CommentTables } from './tables.ts';

type Tx = Transaction<CommentTables>;

export interface FileName {
  readonly projectId: string;
  readonly branch: string;
  /** Relative to the docs folder. */
  readonly path: string;
}

/** Locks the file until the transaction ends, so that only one request at a time moves its ranges. */
export async function lockFile(tx: Tx, { projectId, branch, path }: FileName): Promise<CommentFileRow | undefined> {
  return tx
    .selectFrom('comment_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .where('path', '=', path)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks several files on a branch, in the order in which every transaction locks them. */
export async function lockFiles(
  tx: Tx,
  { projectId, branch, paths }: Omit<FileName, 'path'> & { readonly paths: readonly string[] },
): Promise<void> {
  await sql`
    select from comment_files
    where project_id = ${projectId} and branch = ${branch} and path = any(${[...paths]})
    order by path collate "C" for update`.execute(tx);
}

/** Inserts a file. If another transaction creates the file at the same time, that file is used. */
export async function insertFile(
  tx: Tx,
  file: FileName & { readonly organizationId: string; readonly content: Buffer; readonly version: string },
): Promise<void> {
  await tx
    .insertInto('comment_files')
    .values({
      organization_id: file.organizationId,
      project_id: file.projectId,
      branch: file.branch,
      path: file.path,
      content: file.content,
      version: file.version,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'branch', 'path']).doNothing())
    .execute();
}

export async function updateFile(
  tx: Tx,
  id: number,
  change: { readonly content?: Buffer; readonly version?: string; readonly is_missing: boolean },
): Promise<void> {
  await tx.updateTable('comment_files').set(change).where('id', '=', id).execute();
}

/** Moves a file to another path or branch. Fails if that branch already has comments on a file with that path. */
export async function renameFile(
  tx: Tx,
  id: number,
  { branch, path }: { readonly branch: string; readonly path: string },
): Promise<void> {
  await tx.updateTable('comment_files').set({ branch, path }).where('id', '=', id).execute();
}

export async function deleteFileRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('comment_files').where('id', '=', id).execute();
}

/**
 * Locks files that no other transaction is using, so that nobody starts a thread in them.
 * @returns their IDs
 */
export async function lockIdleFiles(tx: Tx, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from comment_files where id = any(${[...ids]}::bigint[]) for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteEmptyFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from comment_files as f where f.id = any(${[...ids]}::bigint[])
      and not exists (select from comment_threads as t where t.file_id = f.id)`.execute(tx);
}

/** A thread's range in the text of its file. */
export interface StoredRange {
  readonly id: string;
  readonly quote: string;
  readonly from: number | null;
  readonly to: number | null;
}

export async function selectRanges(tx: Tx, fileId: number): Promise<StoredRange[]> {
  const { rows } = await sql<StoredRange>`
    select id, quote, range_from as "from", range_to as "to" from comment_threads
    where file_id = ${fileId} order by id`.execute(tx);
  return rows;
}

export interface MovedRange {
  readonly id: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly line: number | null;
  readonly text: string | null;
}

/** Updates the ranges of threads, and moves threads of another file to this file. */
export async function updateRanges(tx: Tx, fileId: number, ranges: readonly MovedRange[]): Promise<void> {
  if (ranges.length === 0) return;
  await sql`
    update comment_threads as t set file_id = ${fileId}, range_from = m.range_from, range_to = m.range_to,
      range_line = m.range_line, range_text = m.range_text
    from unnest(${ranges.map(({ id }) => id)}::text[], ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[], ${ranges.map(({ line }) => line)}::int[],
      ${ranges.map(({ text }) => text)}::text[]) as m (id, range_from, range_to, range_line, range_text)
    where t.id = m.id`.execute(tx);
}

/** Selects the open threads on a branch, for a description of them. */
export async function selectOpenOf(
  db: Pick<Tx, 'getExecutor'>,
  filter: {
    readonly projectId: string;
    readonly branch: string;
    /** Only these files; null for all. */
    readonly paths: readonly string[] | null;
    readonly limit: number;
  },
): Promise<readonly OpenThread[]> {
  const { projectId, branch, paths, limit } = filter;
  const { rows } = await sql<OpenThread>`
    select t.id, f.path, t.range_line as line, t.replacement is not null as "isSuggestion",
      coalesce(u.name, c.author_name) as author, left(c.text, 200) as text, count(*) over ()::int as total
    from comment_files as f join comment_threads as t on t.file_id = f.id
      cross join lateral (
        select author_id, author_name, text from comments where thread_id = t.id order by number limit 1
      ) as c left join shared_users as u on u.id = c.author_id
    where f.project_id = ${projectId} and f.branch = ${branch} and t.state = 'open'
      and (${paths}::text[] is null or f.path = any(${paths}::text[]))
    order by f.path collate "C", t.range_line nulls last, t.number limit ${limit}`.execute(db);
  return rows;
}

export interface OpenThread {
  readonly id: string;
  readonly path: string;
  readonly line: number | null;
  readonly isSuggestion: boolean;
  readonly author: string;
  readonly text: string;
  /** Number of all selected threads. */
  readonly total: number;
}

/** Selects the paths of the files on a branch that have comments. */
export async function selectFileNames(
  db: Pick<Tx, 'getExecutor'>,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from comment_files where project_id = ${projectId} and branch = ${branch} order by path`.execute(db);
  return rows.map(({ path }) => path);
}

/** Selects any other branch of the project that has open threads. */
export async function selectAnyOtherBranch(
  db: Pick<Tx, 'getExecutor'>,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ branch: string }>`
    select f.branch from comment_files as f
    where f.project_id = ${projectId} and f.branch <> ${branch}
      and exists (select from comment_threads as t where t.file_id = f.id and t.state = 'open')
    order by random() limit 1`.execute(db);
  return rows[0]?.branch;
}
