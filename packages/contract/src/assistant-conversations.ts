import { Type, type Static } from 'typebox';
import { AssistantSource } from './assistant.ts';
import { json, operation, page, projectId } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

const outcomes = ['answered', 'unanswered', 'failed'] as const;
const ratings = ['up', 'down'] as const;

export const AssistantQuestion = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String({
      description: "The same ID for all questions in a thread. It doesn't identify the reader.",
    }),
    askedAt: DateTime('When the question was asked.'),
    question: Type.String(),
    answer: Type.String({ description: 'Markdown.' }),
    sources: Type.Array(AssistantSource),
    outcome: Type.Enum([...outcomes], { description: 'How the assistant answered.' }),
    rating: Nullable(Type.Enum([...ratings], { description: "The reader's vote." })),
    path: Type.String({ description: 'Page on which the question was asked; empty if unknown.' }),
    origin: Type.Enum(['page', 'api'], {
      description: 'Whether the question was asked on a page of the live site or by a program.',
    }),
    model: Type.String({ description: '`builtin/extracts-1` if no model was used.' }),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
  },
  { $id: 'AssistantQuestion' },
);
export type AssistantQuestion = Static<typeof AssistantQuestion>;

export const AssistantQuestionList = Type.Object(
  { questions: Type.Array(AssistantQuestion), nextCursor: Nullable(Type.String()) },
  { $id: 'AssistantQuestionList' },
);
export type AssistantQuestionList = Static<typeof AssistantQuestionList>;

const filters = {
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Text in questions or answers; case-insensitive.' }),
  ),
  outcome: Type.Optional(Type.Enum([...outcomes])),
  rating: Type.Optional(Type.Enum([...ratings])),
  conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
} as const;

const path = '/v1/projects/{projectId}/assistant/conversations';
const common = { tag: 'Projects', params: Type.Object(projectId), errors: ['not_found'] } as const;

export const assistantConversationOperations = {
  listAssistantQuestions: operation({
    ...common,
    method: 'GET',
    path,
    summary: "List readers' questions",
    description:
      "Questions that the assistant answered, newest first. They are stored for the project's `retentionDays`.",
    scope: 'analytics:read',
    query: Type.Object({ ...filters, ...page }),
    success: json(200, 'One page of questions.', AssistantQuestionList),
  }),
  exportAssistantQuestions: operation({
    ...common,
    method: 'GET',
    path: `${path}/export`,
    summary: "Export readers' questions",
    description: 'All questions that match the filters, newest first, as one file.',
    scope: 'analytics:read',
    query: Type.Object({ format: Type.Optional(Type.Enum(['csv', 'jsonl'], { default: 'jsonl' })), ...filters }),
    success: {
      status: 200,
      description: 'CSV (RFC 4180) with a header line, or one JSON object per line.',
      content: { 'text/csv': Type.String(), 'application/jsonl': Type.String() },
    },
  }),
  deleteAssistantConversation: operation({
    ...common,
    method: 'DELETE',
    path: `${path}/{conversationId}`,
    summary: 'Delete a conversation',
    description: 'Deletes all questions and answers of a thread. The visitor can no longer see the thread either.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, conversationId: Id('Conversation.') }),
    success: { status: 204, description: 'The conversation is deleted.', content: {} },
  }),
  deleteAssistantConversations: operation({
    ...common,
    method: 'DELETE',
    path,
    summary: 'Delete all conversations',
    description: 'Deletes all questions and answers of the project.',
    scope: 'projects:write',
    success: { status: 204, description: 'The conversations are deleted.', content: {} },
  }),
} as const;
