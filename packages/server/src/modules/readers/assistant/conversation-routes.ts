import type { ExportColumn } from '@docwright/site-server';
import { Readable } from 'node:stream';
import { operations, type AssistantQuestion } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import {
  mayUseProject,
  readPage,
  unknownCursor,
  writeExport,
  type OperationRoutes,
  type Principal,
} from '../../../platform/http/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { findProject, projectNotFound, type ProjectTables } from '../../project-config/projects/index.ts';
import { deleteConversation, selectQuestions } from './conversations-store.ts';
import { conversationNotFound } from './errors.ts';
import { deleteMessagesOfProject, type AssistantMessageRow, type AssistantMessageTables } from './store.ts';

interface ConversationDeps {
  readonly database: Database<AssistantMessageTables & AuditLogTables & ProjectTables>;
}

/** Maximum number of rows in memory while a file is written: an answer may have 200,000 characters. */
const exportPageSize = 50;

/** Routes for readers' questions, for owners of the project. */
export function registerConversationRoutes(routes: OperationRoutes, { database }: ConversationDeps): void {
  const { kysely } = database;
  const requireProject = async (principal: Principal, projectId: string): Promise<void> => {
    const project = mayUseProject(principal, projectId)
      ? await findProject(kysely, principal.organizationId, projectId)
      : undefined;
    if (project === undefined) throw projectNotFound(projectId);
  };
  routes.handle(operations.listAssistantQuestions, async ({ principal, params: { projectId }, query }) => {
    const { limit: size, cursor, ...filters } = query;
    const before = cursor === undefined ? undefined : requireCursor(cursor);
    await requireProject(principal, projectId);
    const { rows, nextCursor } = await readPage(
      size,
      (limit) => selectQuestions(kysely, { projectId, ...filters }, { before, limit }),
      ({ id }) => String(id),
    );
    return { questions: rows.map(toQuestion), nextCursor };
  });
  routes.handle(operations.exportAssistantQuestions, async ({ principal, params: { projectId }, query }, reply) => {
    const { format = 'jsonl', ...filters } = query;
    await requireProject(principal, projectId);
    const readRows = async (before: string | undefined) =>
      (await selectQuestions(kysely, { projectId, ...filters }, { before, limit: exportPageSize })).map(toQuestion);
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="assistant-questions.${format}"`)
      .send(Readable.from(writeExport(format, { columns, readPage: readRows })));
  });
  routes.handle(operations.deleteAssistantConversation, async ({ principal, params }, reply) => {
    await requireProject(principal, params.projectId);
    await kysely.transaction().execute(async (tx) => {
      if (!(await deleteConversation(tx, params))) throw conversationNotFound(params.conversationId);
      const target = { kind: 'project', id: params.projectId };
      await recordAuditEvent(tx, principal, { action: 'assistant_conversation.deleted', target });
    });
    return reply.code(204).send();
  });
  routes.handle(operations.deleteAssistantConversations, async ({ principal, params: { projectId } }, reply) => {
    await requireProject(principal, projectId);
    await kysely.transaction().execute(async (tx) => {
      await deleteMessagesOfProject(tx, projectId);
      const target = { kind: 'project', id: projectId };
      await recordAuditEvent(tx, principal, { action: 'assistant_conversations.deleted', target });
    });
    return reply.code(204).send();
  });
}

function requireCursor(cursor: string): string {
  if (/^\d{1,15}$/.test(cursor)) return cursor;
  throw unknownCursor(cursor);
}

const toQuestion = (row: AssistantMessageRow): AssistantQuestion => ({
  id: String(row.id),
  conversationId: row.thread_key,
  askedAt: row.asked_at.toISOString(),
  question: row.question,
  answer: row.answer ?? '',
  sources: [...(row.sources ?? [])],
  outcome: row.outcome ?? 'failed',
  rating: row.rating,
  path: row.path,
  origin: row.origin,
  model: row.model,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
});

const columns: readonly ExportColumn<AssistantQuestion>[] = [
  ['id', ({ id }) => id],
  ['conversation_id', ({ conversationId }) => conversationId],
  ['asked_at', ({ askedAt }) => askedAt],
  ['question', ({ question }) => question],
  ['answer', ({ answer }) => answer],
  ['sources', ({ sources }) => sources.map(({ url }) => url).join(' ')],
  ['outcome', ({ outcome }) => outcome],
  ['rating', ({ rating }) => rating],
  ['path', ({ path }) => path],
  ['origin', ({ origin }) => origin],
  ['model', ({ model }) => model],
  ['input_tokens', ({ inputTokens }) => inputTokens],
  ['output_tokens', ({ outputTokens }) => outputTokens],
];
