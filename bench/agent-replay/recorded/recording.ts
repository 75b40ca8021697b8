/** The answers of a language model to one task, in the order in which the service requested them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { reminderMark } from '../../../packages/doc-agent/src/turn.ts';

export interface Recording {
  readonly model: string;
  /** The date, such as `2026-11-30`. */
  readonly recordedOn: string;
  readonly exchanges: readonly Exchange[];
}

export interface Exchange {
  readonly request: RequestSummary;
  readonly answer: ChatAnswer;
}

/** The content of a request, without the instructions and the tools, which can change. */
export interface RequestSummary {
  /** The beginning of a person's last message, for people who read the file. */
  readonly asked: string;
  /** Digest of all messages from people, and of the evidence. */
  readonly words: string;
  readonly hasTools: boolean;
  /** The IDs of the last answer's calls, whose results the request contains. */
  readonly after: readonly string[];
  /** Digest of these results. A replay reports a difference, but continues. */
  readonly results: string;
}

export interface ChatAnswer {
  readonly text: string;
  /** `arguments` is a string, because a model can write arguments that aren't JSON. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finishReason: string;
  /** Token counts from the provider; `null` if the provider reports no usage. */
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
}

interface ChatMessage {
  readonly role: string;
  readonly content?: string | null | readonly { readonly text?: string }[];
  readonly tool_calls?: readonly { readonly id: string }[];
}

const maxAsked = 80;

export function summarizeRequest(body: Readonly<Record<string, unknown>>): RequestSummary {
  const messages = body['messages'] as readonly ChatMessage[];
  const hasTools = Array.isArray(body['tools']) && body['tools'].length > 0;
  const fromUser = messages.filter(({ role }) => role === 'user').map(readText);
  // Apart from its evidence, a request without tools contains only search results, which can change.
  const people = hasTools ? fromUser.filter((text) => !text.startsWith(reminderMark)) : [];
  const evidence = fromUser.flatMap((text) => /<evidence>.*?<\/evidence>/s.exec(text) ?? []);
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    asked: (people.at(-1) ?? 'Is there anything to do?').slice(0, maxAsked),
    words: digest([people, evidence]),
    hasTools,
    after: messages[lastAnswer]?.tool_calls?.map(({ id }) => id) ?? [],
    results: digest(
      messages
        .slice(lastAnswer + 1)
        .filter(({ role }) => role === 'tool')
        .map(readText),
    ),
  };
}

const readText = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Converts an answer to a response of the Chat Completions API. */
export const toCompletion = ({ text, calls, finishReason, usage }: ChatAnswer, model: string): object => ({
  id: 'chat_1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, name, arguments: text }) => ({
            id,
            type: 'function',
            function: { name, arguments: text },
          })),
        }),
      },
      finish_reason: finishReason,
    },
  ],
  ...(usage !== null && { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
});

interface Completion {
  readonly model?: string;
  readonly choices: readonly {
    readonly message: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
    readonly finish_reason: string;
  }[];
  readonly usage?: ChatAnswer['usage'];
}

/** @throws if the response contains no answer */
export function readCompletion(body: unknown): ChatAnswer {
  const { choices, usage } = body as Completion;
  const [choice] = choices;
  if (choice === undefined) throw new Error('the model returned no answer');
  const { message, finish_reason: finishReason } = choice;
  return {
    text: message.content ?? '',
    calls: (message.tool_calls ?? []).map(({ id, function: call }) => ({
      id,
      name: call.name,
      arguments: call.arguments,
    })),
    finishReason,
    usage: usage ? { prompt_tokens: usage.prompt_tokens, completion_tokens: usage.completion_tokens } : null,
  };
}

export const recordingFile = (id: string): URL => new URL(`recordings/${id}.json`, import.meta.url);

export function readRecording(id: string): Recording {
  const file = recordingFile(id);
  if (!existsSync(file)) throw new Error(`the task ${id} has no recording`);
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}
