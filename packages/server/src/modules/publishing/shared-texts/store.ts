import { sql, type Insertable, type QueryExecutorProvider, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { SharedTextRow, SharedTextTables } from './tables.ts';

type Db = Queryable<SharedTextTables>;
type Tx = Transaction<SharedTextTables>;

/** The channel on which new updates are reported, with the text's ID. */
export const textChannel = 'shared_text';
/** The channel on which processes report people and their positions. */
export const peopleChannel = 'shared_people';

export interface TextName {
  readonly projectId: string;
  readonly branch: string;
  readonly path: string;
}

export type TextHead = Pick<SharedTextRow, 'id' | 'path' | 'last_seq' | 'saved_seq' | 'unsaved_authors'>;

const headColumns = ['id', 'path', 'last_seq', 'saved_seq', 'unsaved_authors'] as const;

export async function selectHead(db: Db, { projectId, branch, path }: TextName): Promise<TextHead | undefined> {
  return db
    .selectFrom('shared_texts')
    .select(headColumns)
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** Paths of a branch's texts with updates that aren't in the draft. */
export async function selectUnsavedPaths(
  db: Db,
  { projectId, branch }: Omit<TextName, 'path'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shared_texts')
    .select('path')
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .whereRef('saved_seq', '<', 'last_seq')
    .execute();
  return rows.map(({ path }) => path);
}

export type LeftText = Pick<SharedTextRow, 'organization_id' | 'project_id' | 'branch' | 'path'>;

/** Texts in any organization that a process left behind before it wrote them into the draft. */
export async function selectLeftTexts(
  db: Db,
  { olderThanSeconds, limit }: { readonly olderThanSeconds: number; readonly limit: number },
): Promise<readonly LeftText[]> {
  return db
    .selectFrom('shared_texts')
    .select(['organization_id', 'project_id', 'branch', 'path'])
    .whereRef('saved_seq', '<', 'last_seq')
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .limit(limit)
    .execute();
}

/** Selects the texts' newest updates, by text ID. */
export async function selectLastSeqs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select id, last_seq as seq from shared_texts where id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** Inserts a text. If another editor was faster, that editor's text remains. */
export async function insertText(
  db: Db,
  row: Omit<Insertable<SharedTextTables['shared_texts']>, 'unsaved_authors'>,
): Promise<void> {
  await db
    .insertInto('shared_texts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'branch', 'path']).doNothing())
    .execute();
}

/** Locks the text until the transaction ends, so that no update is stored in the meantime. */
export async function lockText(tx: Tx, id: string): Promise<SharedTextRow | undefined> {
  return tx.selectFrom('shared_texts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function selectUpdates(
  db: Db,
  id: string,
  after: number,
): Promise<readonly { readonly seq: number; readonly content: Buffer }[]> {
  return db
    .selectFrom('shared_text_updates')
    .select(['seq', 'content'])
    .where('shared_text_id', '=', id)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
}

/** Selects the document if it contains updates after `after`, and always the number of its newest update. */
export async function selectState(
  db: Db,
  id: string,
  after: number,
): Promise<
  (Pick<SharedTextRow, 'state_seq' | 'line_ending' | 'has_byte_order_mark'> & { state: Buffer | null }) | undefined
> {
  const { rows } = await sql<
    Pick<SharedTextRow, 'state_seq' | 'line_ending' | 'has_byte_order_mark'> & { state: Buffer | null }
  >`
    select state_seq, line_ending, has_byte_order_mark, case when state_seq > ${after} then state end as state
    from shared_texts where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Stores an update and reports it. Returns its number, or `undefined` if the text has ended.
 * @param authors the people who sent it, by ID
 */
export async function appendUpdate(
  db: Db,
  { id, content, authors }: { readonly id: string; readonly content: Uint8Array; readonly authors: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    with numbered as (
      update shared_texts set last_seq = last_seq + 1, updated_at = clock_timestamp(),
        unsaved_authors = unsaved_authors || ${authors}::jsonb
      where id = ${id} returning last_seq
    ), stored as (
      insert into shared_text_updates (shared_text_id, seq, content)
      select ${id}, last_seq, ${Buffer.from(content)}::bytea from numbered
    )
    select last_seq as seq, pg_notify(${textChannel}, ${id}) from numbered`.execute(db);
  return rows[0]?.seq;
}

/** Stores a document that, like the draft, contains all updates up to `seq`. */
export async function updateSaved(
  tx: Tx,
  id: string,
  saved: { readonly state: Uint8Array; readonly seq: number; readonly content: Uint8Array },
): Promise<void> {
  await tx
    .updateTable('shared_texts')
    .set({
      state: Buffer.from(saved.state),
      state_seq: saved.seq,
      last_seq: saved.seq,
      saved_seq: saved.seq,
      saved_content: Buffer.from(saved.content),
      unsaved_authors: '{}',
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returning(sql<string>`pg_notify(${textChannel}, id)`.as('notified'))
    .execute();
}

/** Deletes the updates that the document contains. */
export async function deleteUpdates(tx: Tx, id: string, upTo: number): Promise<void> {
  await tx.deleteFrom('shared_text_updates').where('shared_text_id', '=', id).where('seq', '<=', upTo).execute();
}

/** Ends a text, and reports that to its editors. */
export async function deleteText(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('shared_texts')
    .where('id', '=', id)
    .returning(sql<string>`pg_notify(${textChannel}, id)`.as('notified'))
    .execute();
}

/** Deletes texts in any organization that haven't changed for this many days. Their drafts contain them. */
export async function deleteUnusedTexts(
  db: Db,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from shared_texts where id in (
      select id from shared_texts where updated_at < now() - make_interval(days => ${days})
        and saved_seq = last_seq order by updated_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the total size of the organization's texts in bytes, for its storage quota. */
export async function sumTextBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      select octet_length(state) + octet_length(saved_content) as bytes
      from shared_texts where organization_id = ${organizationId}
      union all
      select octet_length(u.content) from shared_texts as t join shared_text_updates as u on u.shared_text_id = t.id
      where t.organization_id = ${organizationId}
    ) as stored`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Reports people to all processes. Each payload must have less than 8,000 bytes. */
export async function notifyPeople(db: Db, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${peopleChannel}, payload) from unnest(${[...payloads]}::text[]) as payload`.execute(db);
}
