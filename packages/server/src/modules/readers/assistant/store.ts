import { sql, type ColumnType, type QueryExecutorProvider, type Selectable } from 'kysely';
import type { AnswerSource, Rating, TurnUsage } from '@docwright/site-assistant';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { AssistantSettingsTables } from './settings-store.ts';

export interface AssistantMessageTables {
  assistant_messages: AssistantMessagesTable;
}
type AssistantMessagesTable = TableOf<
  'assistant_messages',
  { sources: ColumnType<readonly AnswerSource[] | null, string | null, string | null> }
>;
export type AssistantMessageRow = Selectable<AssistantMessagesTable>;
type Db = Queryable<AssistantMessageTables>;

/** One message of a thread, with the client's IDs. */
export interface MessageName {
  readonly threadKey: string;
  readonly messageId: string;
}

export interface StoredMessage {
  readonly messageId: string;
  readonly question: string;
  readonly answerId: string;
  /** `undefined` while the answer is in progress. */
  readonly answer: StoredAnswer | undefined;
}

export interface FoundMessage extends StoredMessage {
  readonly askedDigest: string;
  /** Whether the process that was answering has ended. */
  readonly isAbandoned: boolean;
}

export interface StoredAnswer {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: 'answered' | 'unanswered' | 'failed';
}

/** An answer takes at most its time limit and a little more; older claims are from a process that ended. */
const abandonedSeconds = 300;
/** Limit per thread; the oldest are deleted when more arrive. */
const keptMessages = 100;
const deletedAtOnce = 5000;

export interface NewMessage extends MessageName {
  readonly projectId: string;
  readonly origin: 'page' | 'api';
  /** The page on which the question was asked. */
  readonly path: string;
  readonly question: string;
  readonly askedDigest: string;
  readonly answerId: string;
  /**
   * Distinguishes the readers of a day: 16 bytes in hex. Null for programs, and for readers who must not be counted.
   */
  readonly asker: string | null;
}

/** Inserts a message if it is new. Returns true for exactly one caller, which answers the message. */
export async function insertMessage(db: Db, message: NewMessage): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, origin, path,
      asker)
    values (${message.projectId}, ${message.threadKey}, ${message.messageId}, ${message.askedDigest},
      ${message.question}, ${message.answerId}, ${message.origin}, ${message.path}, decode(${message.asker}::text, 'hex'))
    on conflict (thread_key, message_id) do nothing
    returning id`.execute(db);
  return rows.length === 1;
}

/** Replaces the message whose answer has that ID. Returns true for exactly one caller. */
export async function replaceMessage(db: Db, message: NewMessage, formerAnswerId: string): Promise<boolean> {
  const { rows } = await sql`
    update assistant_messages set asked_digest = ${message.askedDigest}, question = ${message.question},
      answer_id = ${message.answerId}, path = ${message.path}, answer = null, sources = null, outcome = null, rating = null,
      asked_at = clock_timestamp()
    where thread_key = ${message.threadKey} and message_id = ${message.messageId} and answer_id = ${formerAnswerId}
    returning id`.execute(db);
  return rows.length === 1;
}

export async function selectMessage(db: Db, { threadKey, messageId }: MessageName): Promise<FoundMessage | undefined> {
  const row = await db
    .selectFrom('assistant_messages')
    .selectAll()
    .select(
      sql<boolean>`outcome is null and asked_at < clock_timestamp() - make_interval(secs => ${abandonedSeconds})`.as(
        'is_abandoned',
      ),
    )
    .where('thread_key', '=', threadKey)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row && { ...toStored(row), askedDigest: row.asked_digest, isAbandoned: row.is_abandoned };
}

/** Selects a thread's messages, oldest first. */
export async function selectThread(db: Db, threadKey: string): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('assistant_messages')
    .selectAll()
    .where('thread_key', '=', threadKey)
    .orderBy('id', 'desc')
    .limit(keptMessages)
    .execute();
  return rows.map(toStored).toReversed();
}

/**
 * Stores an answer, unless another process now has the claim. Deletes the oldest messages of the thread in the same
 * statement.
 */
export async function saveAnswer(
  db: Db,
  { threadKey, messageId, answerId }: MessageName & { readonly answerId: string },
  { text, sources, outcome, usage }: StoredAnswer & { readonly usage: TurnUsage },
): Promise<void> {
  await sql`
    with saved as (
      update assistant_messages set answer = ${text}, sources = ${JSON.stringify(sources)}::jsonb, outcome = ${outcome},
        model = ${usage.model}, input_tokens = ${usage.inputTokens}, output_tokens = ${usage.outputTokens}
      where thread_key = ${threadKey} and message_id = ${messageId} and answer_id = ${answerId}
    )
    delete from assistant_messages where thread_key = ${threadKey} and id <= (
      select id from assistant_messages where thread_key = ${threadKey} order by id desc offset ${keptMessages} limit 1
    )`.execute(db);
}

/** Releases the claim of an answer that was never completed. */
export async function releaseMessage(
  db: Db,
  { threadKey, messageId, answerId }: MessageName & { readonly answerId: string },
): Promise<void> {
  await sql`
    delete from assistant_messages where thread_key = ${threadKey} and message_id = ${messageId}
      and answer_id = ${answerId} and outcome is null`.execute(db);
}

/** Stores a rating. Returns whether the answer exists. */
export async function saveRating(db: Db, threadKey: string, { messageId, rating }: Rating): Promise<boolean> {
  const { rows } = await sql`
    update assistant_messages set rating = ${rating ?? null}
    where thread_key = ${threadKey} and answer_id = ${messageId} and outcome is not null
    returning id`.execute(db);
  return rows.length === 1;
}

export async function deleteMessagesOfProject(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom('assistant_messages').where('project_id', '=', projectId).execute();
}

/** Deletes messages older than their project's retention. */
export async function deleteExpiredMessages(
  db: Queryable<AssistantMessageTables & AssistantSettingsTables>,
  defaultDays: number,
): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from assistant_messages where id in (
        select id from (
          select m.id from project_assistant_settings s cross join lateral (
            select id from assistant_messages
            where project_id = s.project_id and asked_at < now() - make_interval(days => s.retention_days)
            order by asked_at limit ${deletedAtOnce}
          ) as m
          union all
          select m.id from assistant_messages m
          where m.asked_at < now() - make_interval(days => ${defaultDays}::int)
            and not exists (select from project_assistant_settings s where s.project_id = m.project_id)
        ) as expired limit ${deletedAtOnce}
      ) returning id`.execute(db);
    if (rows.length < deletedAtOnce) return;
  }
}

function toStored(row: {
  readonly message_id: string;
  readonly question: string;
  readonly answer_id: string;
  readonly answer: string | null;
  readonly sources: readonly AnswerSource[] | null;
  readonly outcome: StoredAnswer['outcome'] | null;
}): StoredMessage {
  const { message_id: messageId, question, answer_id: answerId, answer: text, sources, outcome } = row;
  const isMade = text !== null && sources !== null && outcome !== null;
  return { messageId, question, answerId, answer: isMade ? { text, sources, outcome } : undefined };
}

export const assistantMessageRows = ownedRows({
  table: 'assistant_messages',
  column: 'project_id',
  key: 'id',
  newest: 'id desc',
});

/** Average bytes of a question with its answer and indexes, based on the usual content of the columns. */
const messageBytes = 3_000;

/** Estimates the bytes of an organization's messages from their number. */
export async function estimateMessageBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select count(*)::float8 as messages from assistant_messages
    where project_id in (select id from shared_projects where organization_id = ${organizationId})`.execute(db);
  return (rows[0]?.messages ?? 0) * messageBytes;
}
