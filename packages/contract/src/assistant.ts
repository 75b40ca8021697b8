import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { readerGroups } from './discovery.ts';
import { Id } from './ids.ts';

const label = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** Long text is limited only by the maximum body size of 2 MiB. */
const ofAnyLength = 2_000_000;
const optionalUnknown = Type.Optional(Type.Unknown());

/** A message part as sent by clients of the AI SDK (majors 5 to 7); other fields are accepted and ignored. */
const MessagePart = Type.Object({
  type: Type.Enum(['text', 'reasoning', 'source-url', 'file', 'step-start'], {
    description: 'Only parts of type `text` are read.',
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
  value: Type.String({ maxLength: ofAnyLength, description: 'Only the first 8,000 characters are read.' }),
  path: Type.Optional(Type.String({ maxLength: 200, description: 'Path of the page.' })),
  elementId: Type.Optional(Type.String({ maxLength: 200, description: 'Position on the page; ignored.' })),
});

const SendAssistantMessageBody = Type.Object(
  {
    messages: Type.Array(Message, {
      minItems: 1,
      maxItems: 1000,
      description:
        'UI messages of the AI SDK, oldest first. The last one is the question, of at most 8,000 characters.',
    }),
    threadId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[\\w.:-]+$',
        description: 'Returned as `X-Thread-Id`. If omitted, a new thread is created.',
      }),
    ),
    fp: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "Identifies the visitor: any text that can't be guessed. If omitted, the thread is not stored and a repeated message counts as a new one.",
      }),
    ),
    filter: Type.Optional(
      Type.Object(
        { version: label, product: label, language: label, tag: label, groups: readerGroups },
        {
          description:
            "Labels from the site's navigation, and groups of readers. The language also applies to the assistant's own sentences. Threads with questions that name groups can't be retrieved.",
        },
      ),
    ),
    context: Type.Optional(Type.Array(Selection, { maxItems: 10, description: 'Text that the reader selected.' })),
    currentPath: Type.Optional(Type.String({ maxLength: 200, description: 'Page on which the question is asked.' })),
    retrievalPageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 5,
        description: 'Number of pages whose text is passed to the model first.',
      }),
    ),
    responseType: Type.Optional(
      Type.Enum(['stream', 'text'], {
        description:
          "`stream`: the AI SDK's UI message stream. `text`: one JSON response. Default: `text` if `Accept` names `application/json`, otherwise `stream`.",
      }),
    ),
    // `useChat` also sends these fields.
    id: optionalText(128),
    trigger: optionalText(128),
    messageId: optionalText(128),
  },
  { $id: 'SendAssistantMessage' },
);
export type SendAssistantMessageBody = Static<typeof SendAssistantMessageBody>;

export const AssistantSource = Type.Object(
  {
    path: Type.String({ description: "Path of the page, without the site's base path." }),
    title: Type.String(),
    anchor: Type.String({ description: 'ID of the heading; empty for the page itself.' }),
    url: Type.String({ description: "From the root of the site's host: `/guides/keys#rotate-a-key`." }),
  },
  { $id: 'AssistantSource' },
);

export const AssistantAnswer = Type.Object(
  {
    threadId: Type.String(),
    messageId: Type.String({ description: 'ID of the answer.' }),
    text: Type.String({ description: 'Markdown.' }),
    sources: Type.Array(AssistantSource),
    outcome: Type.Enum(['answered', 'unanswered', 'failed', 'stopped'], {
      description:
        "`unanswered`: the pages don't answer the question. `failed`: the model failed, and passages replaced its answer. `stopped`: the reader stopped waiting.",
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
        metadata: Type.Optional(Type.Object({ outcome: Type.String({ description: 'How the assistant answered.' }) })),
      }),
      { description: 'UI messages of the AI SDK, oldest first: the last 100 questions and their answers.' },
    ),
  },
  { $id: 'AssistantThread' },
);
export type AssistantThread = Static<typeof AssistantThread>;

const domain = { domain: Id('Slug or host name of a live site.') };
const who =
  'Requires a public key of the project, used from its allowed origins, or any key with `discovery:read`. Unpublished content and sites of other organizations return 404.';

export const assistantOperations = {
  sendAssistantMessage: operation({
    method: 'POST',
    path: '/discovery/v2/assistant/{domain}/message',
    tag: 'Discovery',
    summary: "Ask a live site's assistant",
    description: `Answers from the pages of the live deployment, with sources. If a visitor (\`fp\`) repeats a message in a thread, with the same ID and question, the answer is the same and the message counts once. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object(domain),
    body: SendAssistantMessageBody,
    ignoresUnknownFields: true,
    success: {
      ...json(200, 'The complete answer, or a stream of it.', AssistantAnswer),
      content: { 'application/json': AssistantAnswer, 'text/event-stream': Type.String() },
    },
    errors: ['assistant_off', 'assistant_busy', 'assistant_message_in_progress', 'site_unreadable', 'rate_limited'],
  }),
  getAssistantThread: operation({
    method: 'GET',
    path: '/discovery/v2/assistant/{domain}/threads/{threadId}',
    tag: 'Discovery',
    summary: "Read a visitor's thread",
    description: `Requires the same visitor and site, and the same type of key (public or not); otherwise, the response is 404. ${who}`,
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
