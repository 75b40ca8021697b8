import { sql } from 'kysely';
import type { AnswerSource } from '@docwright/site-assistant';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AssistantMessageTables, MessageName } from './store.ts';

type Db = Queryable<AssistantMessageTables>;

export interface ForwardedMessage {
  readonly projectId: string;
  readonly threadKey: string;
  /** A UUID; a repeated one is the same question. */
  readonly messageId: string;
  readonly askedAt: Date;
  readonly path: string;
  readonly question: string;
  readonly answerId: string;
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: 'answered' | 'unanswered' | 'failed';
  /** 16 bytes in hex. */
  readonly asker: string | null;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * @param maxOfDay limit of a project's messages in the 24 hours up to this one
 * @returns whether the message is new and within the limit
 */
export async function insertForwardedMessage(db: Db, message: ForwardedMessage, maxOfDay: number): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources,
      outcome, asked_at, origin, path, asker, model, input_tokens, output_tokens)
    select projects.id, ${message.threadKey}, ${message.messageId}, 'forwarded', ${message.question}, ${message.answerId},
      ${message.answer}, ${JSON.stringify(message.sources)}::jsonb, ${message.outcome}, ${message.askedAt}, 'page',
      ${message.path}, decode(${message.asker}::text, 'hex'), ${message.model}, ${message.inputTokens}::int,
      ${message.outputTokens}::int
    from shared_projects as projects where projects.id = ${message.projectId} and ${maxOfDay}::int > (
      select count(*) from assistant_messages as others where others.project_id = ${message.projectId}
        and others.asked_at > ${message.askedAt}::timestamptz - interval '1 day' and others.asked_at <= ${message.askedAt}::timestamptz)
    on conflict (thread_key, message_id) do nothing
    returning id`.execute(db);
  return rows.length === 1;
}

export async function hasMessage(db: Db, { threadKey, messageId }: MessageName): Promise<boolean> {
  const { rows } = await sql`
    select from assistant_messages where thread_key = ${threadKey} and message_id = ${messageId}`.execute(db);
  return rows.length > 0;
}

/** Stores a vote, unless the answer already has this vote or one with a greater ID. */
export async function saveForwardedRating(
  db: Db,
  {
    threadKey,
    answerId,
    voteId,
    rating,
  }: {
    readonly threadKey: string;
    readonly answerId: string;
    /** A UUID of version 7. */
    readonly voteId: string;
    readonly rating: 'up' | 'down' | null;
  },
): Promise<'stored' | 'known' | 'unknown'> {
  const { rows } = await sql<{ found: boolean; changed: boolean }>`
    with found as (
      select id from assistant_messages where thread_key = ${threadKey} and answer_id = ${answerId}
    ),
    changed as (
      update assistant_messages set rating = ${rating}, vote_id = ${voteId}::uuid
      where id in (select id from found) and (vote_id is null or vote_id < ${voteId}::uuid) returning id
    )
    select exists (select from found) as found, exists (select from changed) as changed`.execute(db);
  if (rows[0]?.changed === true) return 'stored';
  return rows[0]?.found === true ? 'known' : 'unknown';
}
