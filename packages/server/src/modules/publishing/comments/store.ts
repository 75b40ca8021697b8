import type { Role, ThreadState } from '@docwright/contract';
import { sql, type Insertable, type QueryExecutorProvider, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { CommentRow, CommentTables, ThreadRow } from './tables.ts';

type Db = Queryable<CommentTables>;
type Tx = Transaction<CommentTables>;

/** A thread with its location. */
export type PlacedThread = ThreadRow & {
  readonly branch: string;
  readonly path: string;
  readonly is_missing: boolean;
};

const placed = (db: Db) =>
  db
    .selectFrom('comment_threads as t')
    .innerJoin('comment_files as f', 'f.id', 't.file_id')
    .selectAll('t')
    .select(['f.branch', 'f.path', 'f.is_missing']);

export async function selectThread(
  db: Db,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<PlacedThread | undefined> {
  return placed(db).where('t.id', '=', id).where('t.project_id', '=', projectId).executeTakeFirst();
}

/** Locks the thread until the transaction ends, so that its changes are serialized. */
export async function lockThread(tx: Tx, id: string): Promise<ThreadRow | undefined> {
  return tx.selectFrom('comment_threads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Selects threads, oldest first. */
export async function selectThreads(
  db: Db,
  filter: {
    readonly projectId: string;
    readonly branch: string;
    readonly file: string | undefined;
    readonly states: readonly ThreadState[];
    readonly after: number;
    readonly limit: number;
  },
): Promise<PlacedThread[]> {
  const { projectId, branch, file, states, after, limit } = filter;
  return placed(db)
    .where('f.project_id', '=', projectId)
    .where('f.branch', '=', branch)
    .$if(file !== undefined, (query) => query.where('f.path', '=', file ?? ''))
    .where('t.state', 'in', [...states])
    .where(sql<boolean>`t.number > ${after}`)
    .orderBy('t.number')
    .limit(limit)
    .execute();
}

/** Counts the open threads of each file that has one. */
export async function countOpen(
  db: Db,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<readonly { readonly file: string; readonly open: number }[]> {
  const { rows } = await sql<{ file: string; open: number }>`
    select f.path as file, count(*)::int as open from comment_files as f join comment_threads as t on t.file_id = f.id
    where f.project_id = ${projectId} and f.branch = ${branch} and t.state = 'open'
    group by f.path order by f.path collate "C"`.execute(db);
  return rows;
}

export async function countThreads(
  db: Db,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: number },
): Promise<{ readonly inProject: number; readonly inFile: number }> {
  const { rows } = await sql<{ inProject: number; inFile: number }>`
    select (select count(*)::int from comment_threads where project_id = ${projectId}) as "inProject",
      (select count(*)::int from comment_threads where file_id = ${fileId}) as "inFile"`.execute(db);
  return rows[0] ?? { inProject: 0, inFile: 0 };
}

/** Selects the ID of an open suggestion by the agent that makes the same replacement. */
export async function selectSame(
  db: Db,
  same: { readonly fileId: number; readonly from: number; readonly quote: string; readonly replacement: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from comment_threads as t
    where file_id = ${same.fileId} and state = 'open' and range_from = ${same.from} and quote = ${same.quote}
      and range_text is null and replacement = ${same.replacement}
      and exists (select from comments as c where c.thread_id = t.id and c.agent_job_id is not null)
    order by number limit 1`.execute(db);
  return rows[0]?.id;
}

/** Prevents other transactions from adding a thread to the project until this one ends. */
export async function lockThreadsOf(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`comments ${projectId}`}, 0))`.execute(tx);
}

export async function insertThread(tx: Tx, row: Insertable<CommentTables['comment_threads']>): Promise<void> {
  await tx.insertInto('comment_threads').values(row).execute();
}

/** Closes an open thread. */
export async function closeRow(
  tx: Tx,
  close: {
    readonly id: string;
    readonly state: Exclude<ThreadState, 'open'>;
    readonly actor: Principal['actor'];
    readonly reason?: string;
  },
): Promise<void> {
  const { id, state, actor, reason = '' } = close;
  await sql`
    update comment_threads set state = ${state}, closed_by_kind = ${actor.kind}, closed_by_id = ${actor.id},
      closed_by_name = ${actor.name}, closed_at = clock_timestamp(), reason = ${reason}, updated_at = clock_timestamp()
    where id = ${id}`.execute(tx);
}

export async function reopenRow(tx: Tx, id: string): Promise<void> {
  await sql`
    update comment_threads set state = 'open', closed_by_kind = null, closed_by_id = null, closed_by_name = null,
      closed_at = null, reason = '', updated_at = clock_timestamp()
    where id = ${id}`.execute(tx);
}

/** Records that a comment in the thread changed. */
export async function touchThread(tx: Tx, id: string): Promise<void> {
  await sql`update comment_threads set updated_at = clock_timestamp() where id = ${id}`.execute(tx);
}

/** Deletes a thread with its comments. */
export async function deleteThread(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('comment_threads').where('id', '=', id).execute();
}

/** Selects the comments of threads, oldest first. */
export async function selectComments(db: Db, threadIds: readonly string[]): Promise<CommentRow[]> {
  if (threadIds.length === 0) return [];
  return db
    .selectFrom('comments')
    .selectAll()
    .where('thread_id', 'in', [...threadIds])
    .orderBy('number')
    .execute();
}

export async function selectComment(
  db: Db,
  { threadId, id }: { readonly threadId: string; readonly id: string },
): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('thread_id', '=', threadId)
    .executeTakeFirst();
}

export async function insertComment(tx: Tx, row: Insertable<CommentTables['comments']>): Promise<void> {
  await tx.insertInto('comments').values(row).execute();
}

export async function editComment(
  tx: Tx,
  id: string,
  { text, mentions }: { readonly text: string; readonly mentions: readonly string[] },
): Promise<void> {
  await sql`
    update comments set text = ${text}, mentions = ${[...mentions]}::text[], edited_at = clock_timestamp()
    where id = ${id}`.execute(tx);
}

/** Removes a comment's text. */
export async function emptyRow(tx: Tx, id: string): Promise<void> {
  await sql`update comments set text = '', mentions = '{}', deleted_at = clock_timestamp() where id = ${id}`.execute(
    tx,
  );
}

export async function deleteCommentRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', id).execute();
}

/** Selects the roles of the given people who are members of the organization, by user. */
export async function selectRoles(
  db: Db,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, Role>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; role: Role }>`
    select user_id as id, role from shared_members
    where organization_id = ${organizationId} and user_id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** Selects current names by user. Deleted accounts are omitted. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from shared_users where id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the total size of the organization's comments in bytes, for its storage quota. */
export async function sumCommentBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      select octet_length(content) as bytes from comment_files where organization_id = ${organizationId}
      union all
      select octet_length(t.quote) + coalesce(octet_length(t.replacement), 0)
      from comment_files as f join comment_threads as t on t.file_id = f.id where f.organization_id = ${organizationId}
      union all
      select octet_length(c.text) from comment_files as f join comment_threads as t on t.file_id = f.id
        join comments as c on c.thread_id = t.id where f.organization_id = ${organizationId}
    ) as stored`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Deletes threads that were closed before `before`, and threads on branches other than the project's that haven't
 * changed since then.
 * @returns the file of each deleted thread
 */
export async function deleteOldThreads(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ file: number }>`
    delete from comment_threads where id in (
      select t.id from comment_threads as t join comment_files as f on f.id = t.file_id
        join shared_projects as p on p.id = f.project_id
      where t.updated_at < ${before} and (t.state <> 'open' or f.branch <> p.branch) limit ${limit}
    ) returning file_id as file`.execute(db);
  return rows.map(({ file }) => file);
}
