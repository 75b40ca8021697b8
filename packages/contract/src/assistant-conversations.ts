import { Type, type Static } from 'typebox';
import { AssistantSource } from './assistant.ts';
import { json, operation, page, projectId } from './define-operation.ts';
import { DateTime, Id, Nullable } from './ids.ts';

const outcomes = ['answered', 'unanswered', 'failed'] as const;
const ratings = ['up', 'down'] as const;

export const AssistantQuestion = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String({ description: 'The same for all questions of a thread. Says nothing of who asked.' }),
    askedAt: DateTime('When it was asked.'),
    question: Type.String(),
    answer: Type.String({ description: 'Markdown.' }),
    sources: Type.Array(AssistantSource),
    outcome: Type.Enum([...outcomes], { description: 'As of an answer.' }),
    rating: Nullable(Type.Enum([...ratings], { description: 'Of the reader.' })),
    path: Type.String({ description: 'Page that it was asked on; empty where it is not known.' }),
    origin: Type.Enum(['page', 'api'], { description: 'Whether a page of the live site asked, or a program.' }),
    model: Type.String({ description: '`builtin/extracts-1` where no model was asked.' }),
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
    Type.String({ minLength: 1, maxLength: 200, description: 'Text in questions or answers, in any case.' }),
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
    summary: 'List what readers asked',
    description:
      'Questions that the assistant has answered, newest first, for as long as the project’s `retentionDays` say.',
    scope: 'analytics:read',
    query: Type.Object({ ...filters, ...page }),
    success: json(200, 'One page of questions.', AssistantQuestionList),
  }),
  exportAssistantQuestions: operation({
    ...common,
    method: 'GET',
    path: `${path}/export`,
    summary: 'Export what readers asked',
    description: 'All questions that the filters let through, newest first, as one file.',
    scope: 'analytics:read',
    query: Type.Object({ format: Type.Optional(Type.Enum(['csv', 'jsonl'], { default: 'jsonl' })), ...filters }),
    success: {
      status: 200,
      description: 'CSV (RFC 4180) with a line of names, or one JSON object a line.',
      content: { 'text/csv': Type.String(), 'application/jsonl': Type.String() },
    },
  }),
  deleteAssistantConversation: operation({
    ...common,
    method: 'DELETE',
    path: `${path}/{conversationId}`,
    summary: 'Delete a conversation',
    description: 'All questions and answers of a thread. Its visitor finds it no more either.',
    scope: 'projects:write',
    params: Type.Object({ ...projectId, conversationId: Id('Conversation.') }),
    success: { status: 204, description: 'It is deleted.', content: {} },
  }),
  deleteAssistantConversations: operation({
    ...common,
    method: 'DELETE',
    path,
    summary: 'Delete all conversations',
    description: 'All questions and answers of the project.',
    scope: 'projects:write',
    success: { status: 204, description: 'They are deleted.', content: {} },
  }),
} as const;
