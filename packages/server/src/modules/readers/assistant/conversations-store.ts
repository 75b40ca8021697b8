import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AssistantMessageRow, AssistantMessageTables } from './store.ts';

type Db = Queryable<AssistantMessageTables>;

export interface QuestionFilter {
  readonly projectId: string;
  readonly q?: string | undefined;
  readonly outcome?: 'answered' | 'unanswered' | 'failed' | undefined;
  readonly rating?: 'up' | 'down' | undefined;
  readonly conversationId?: string | undefined;
}

/** Selects questions, newest first. `before` is the last ID of the previous page. */
export async function selectQuestions(
  db: Db,
  { projectId, q, outcome, rating, conversationId }: QuestionFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<AssistantMessageRow[]> {
  const pattern = `%${(q ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return db
    .selectFrom('assistant_messages')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('outcome', 'is not', null)
    .$if(q !== undefined, (query) =>
      query.where((is) => is.or([is('question', 'ilike', pattern), is('answer', 'ilike', pattern)])),
    )
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'answered'))
    .$if(rating !== undefined, (query) => query.where('rating', '=', rating ?? 'up'))
    .$if(conversationId !== undefined, (query) => query.where('thread_key', '=', conversationId ?? ''))
    .$if(page.before !== undefined, (query) => query.where('id', '<', Number(page.before)))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function deleteConversation(
  db: Db,
  { projectId, conversationId }: { readonly projectId: string; readonly conversationId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from assistant_messages where project_id = ${projectId} and thread_key = ${conversationId}
    returning id`.execute(db);
  return rows.length > 0;
}
