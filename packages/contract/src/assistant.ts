import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Id } from './ids.ts';

const label = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** A body has at most 2 MiB. */
const ofAnyLength = 2_000_000;
const optionalUnknown = Type.Optional(Type.Unknown());

/** As clients of the AI SDK (majors 5 to 7) send them; what else such a part may hold is let through unread. */
const MessagePart = Type.Object({
  type: Type.Enum(['text', 'reasoning', 'source-url', 'file', 'step-start'], {
    description: 'Parts of the type `text` are read, the others are not.',
  }),
  text: optionalText(ofAnyLength),
  state: optionalText(50),
  sourceId: optionalText(2000),
  url: optionalText(ofAnyLength),
  title: optionalText(2000),
  mediaType: optionalText(200),
  filename: optionalText(1000),
  providerMetadata: optionalUnknown,
});

const Message = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 128 })),
  role: Type.Enum(['user', 'assistant']),
  parts: Type.Array(MessagePart, { maxItems: 1000 }),
  metadata: optionalUnknown,
});

const Selection = Type.Object({
  type: Type.Enum(['code', 'textSelection']),
  value: Type.String({ maxLength: ofAnyLength, description: 'Of more than 8,000 characters, the first are read.' }),
  path: Type.Optional(Type.String({ maxLength: 200, description: 'Of the page.' })),
  elementId: Type.Optional(Type.String({ maxLength: 200, description: 'Where it stands on the page; not read.' })),
});

const SendAssistantMessageBody = Type.Object(
  {
    messages: Type.Array(Message, {
      minItems: 1,
      maxItems: 1000,
      description: 'UI messages of the AI SDK, oldest first; the last is the question, of at most 8,000 characters.',
    }),
    threadId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[\\w.:-]+$',
        description: 'Given back as `X-Thread-Id`; a new one is made where it is missing.',
      }),
    ),
    fp: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'The visitor, by any text that nobody guesses. Without it nothing of the thread is stored, and a message that is sent again is a new one.',
      }),
    ),
    filter: Type.Optional(
      Type.Object(
        { version: label, product: label, language: label, tag: label },
        {
          description: 'Labels as the site’s navigation has them. The language is also that of sentences no page says.',
        },
      ),
    ),
    context: Type.Optional(Type.Array(Selection, { maxItems: 10, description: 'What the reader has marked.' })),
    currentPath: Type.Optional(Type.String({ maxLength: 200, description: 'Page that the question is asked on.' })),
    retrievalPageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 5,
        description: 'Pages whose text a model gets before it asks for any.',
      }),
    ),
    responseType: Type.Optional(
      Type.Enum(['stream', 'text'], {
        description:
          '`stream`: the AI SDK’s UI message stream. `text`: one JSON answer. Without it, clients whose `Accept` names `application/json` get the latter.',
      }),
    ),
    // `useChat` also sends these.
    id: optionalText(128),
    trigger: optionalText(128),
    messageId: optionalText(128),
  },
  { $id: 'SendAssistantMessage' },
);
export type SendAssistantMessageBody = Static<typeof SendAssistantMessageBody>;

export const AssistantSource = Type.Object(
  {
    path: Type.String({ description: 'Of the page, without the site’s base path.' }),
    title: Type.String(),
    anchor: Type.String({ description: 'Id of the heading; empty for the page itself.' }),
    url: Type.String({ description: 'From the root of the site’s host: `/guides/keys#rotate-a-key`.' }),
  },
  { $id: 'AssistantSource' },
);

export const AssistantAnswer = Type.Object(
  {
    threadId: Type.String(),
    messageId: Type.String({ description: 'Of the answer.' }),
    text: Type.String({ description: 'Markdown.' }),
    sources: Type.Array(AssistantSource),
    outcome: Type.Enum(['answered', 'unanswered', 'failed', 'stopped'], {
      description:
        '`unanswered`: the pages don’t say. `failed`: passages in place of a model’s answer. `stopped`: nobody waited for the rest.',
    }),
  },
  { $id: 'AssistantAnswer' },
);
export type AssistantAnswer = Static<typeof AssistantAnswer>;

const StoredPart = Type.Object({
  type: Type.Enum(['text', 'source-url']),
  text: Type.Optional(Type.String()),
  sourceId: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
});

export const AssistantThread = Type.Object(
  {
    threadId: Type.String(),
    messages: Type.Array(
      Type.Object({
        id: Type.String(),
        role: Type.Enum(['user', 'assistant']),
        parts: Type.Array(StoredPart),
        metadata: Type.Optional(Type.Object({ outcome: Type.String({ description: 'As of an answer.' }) })),
      }),
      { description: 'UI messages of the AI SDK, oldest first: the last 100 questions and their answers.' },
    ),
  },
  { $id: 'AssistantThread' },
);
export type AssistantThread = Static<typeof AssistantThread>;

const domain = { domain: Id('Slug or host name of a live site.') };
const who =
  'With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others.';

export const assistantOperations = {
  sendAssistantMessage: operation({
    method: 'POST',
    path: '/discovery/v2/assistant/{domain}/message',
    tag: 'Discovery',
    summary: 'Ask a live site’s assistant',
    description: `It answers from the pages of the live deployment, with its sources. A message that a visitor (\`fp\`) sends again in its thread, with the same id and question, gets the same answer and counts once. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object(domain),
    body: SendAssistantMessageBody,
    ignoresUnknownFields: true,
    success: {
      ...json(200, 'The answer, whole or as it is written.', AssistantAnswer),
      content: { 'application/json': AssistantAnswer, 'text/event-stream': Type.String() },
    },
    errors: ['assistant_off', 'assistant_busy', 'assistant_message_in_progress', 'site_unreadable', 'rate_limited'],
  }),
  getAssistantThread: operation({
    method: 'GET',
    path: '/discovery/v2/assistant/{domain}/threads/{threadId}',
    tag: 'Discovery',
    summary: 'Read a visitor’s thread',
    description: `For the visitor and the site that asked, by a key of the same kind, public or not; 404 otherwise. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object({ ...domain, threadId: Id('`X-Thread-Id` of an answer.') }),
    query: Type.Object({
      fp: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The visitor.' })),
    }),
    success: json(200, 'The thread.', AssistantThread),
    errors: ['rate_limited'],
  }),
} as const;
