/** Parses the body of a message to the assistant into a question and its thread. */
import type { KnowledgeFilter } from '../knowledge/site-knowledge.ts';
import type { TurnRequest } from '../turn/turn-request.ts';
import { ServiceError } from './service-error.ts';

export interface AssistantMessage extends Pick<
  TurnRequest,
  'question' | 'history' | 'selections' | 'currentPath' | 'filter' | 'retrievalPageSize'
> {
  /** `undefined` at the beginning of a thread. */
  readonly threadId: string | undefined;
  /** ID of the question, or `undefined` if the client doesn't send an ID. */
  readonly messageId: string | undefined;
  /** Whether the same question should be answered again. */
  readonly isRegenerated: boolean;
  readonly language: string | undefined;
  readonly responseType: 'stream' | 'text';
}

export interface Rating {
  readonly threadId: string;
  /** ID of the answer. */
  readonly messageId: string;
  /** `undefined` withdraws the rating. */
  readonly rating: 'up' | 'down' | undefined;
}

const MAX_MESSAGES = 1_000;
const MAX_QUESTION_CHARS = 8_000;
const MAX_SELECTIONS = 10;
const MAX_SELECTION_CHARS = 8_000;
const MAX_PATH_CHARS = 200;

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

function refuse(message: string): never {
  throw new ServiceError('request-invalid', message);
}

/** @throws ServiceError */
export function parseMessage(body: unknown): AssistantMessage {
  const fields = fieldsOf(body);
  const messages: unknown = fields.get('messages');
  if (!Array.isArray(messages)) return refuse('`messages` must be a list of messages, with the question last');
  if (messages.length > MAX_MESSAGES)
    throw new ServiceError(
      'too-many-messages',
      `\`messages\` has ${messages.length} entries; at most ${MAX_MESSAGES} are allowed`,
    );
  const last = fieldsOf(messages.at(-1));
  const question = textOfMessage(last).trim();
  if (last.get('role') !== 'user' || question === '')
    throw new ServiceError('question-missing', 'the last of `messages` must be a question: role user, with text');
  if (question.length > MAX_QUESTION_CHARS)
    throw new ServiceError(
      'question-too-long',
      `the question has ${question.length} characters; at most ${MAX_QUESTION_CHARS} are allowed`,
    );
  return {
    question,
    history: messages.slice(0, -1).flatMap(readHistory),
    messageId: identifier(last, 'id'),
    threadId: identifier(fields, 'threadId'),
    isRegenerated: fields.get('trigger') === 'regenerate-message',
    selections: readSelections(fields.get('context')),
    currentPath: readPath(fields.get('currentPath')),
    filter: readFilter(fields.get('filter')),
    retrievalPageSize: readPageSize(fields.get('retrievalPageSize')),
    language: optionalText(fields, 'language', 35),
    responseType: readResponseType(fields.get('responseType')),
  };
}

/** @throws ServiceError */
export function parseRating(body: unknown): Rating {
  const fields = fieldsOf(body);
  const threadId = identifier(fields, 'threadId');
  const messageId = identifier(fields, 'messageId');
  const rating: unknown = fields.get('rating');
  if (threadId === undefined || messageId === undefined)
    return refuse('`threadId` and `messageId` are required to identify the answer');
  if (rating !== 'up' && rating !== 'down' && rating !== null)
    return refuse('`rating` must be up, down, or null for none');
  return { threadId, messageId, rating: rating ?? undefined };
}

/** Reads `parts`, which the AI SDK has used since version 5, or `content`, as in earlier versions. */
function textOfMessage(message: Fields): string {
  const parts: unknown = message.get('parts');
  if (!Array.isArray(parts)) return typeof message.get('content') === 'string' ? String(message.get('content')) : '';
  return parts
    .map(fieldsOf)
    .flatMap((part) =>
      part.get('type') === 'text' && typeof part.get('text') === 'string' ? [String(part.get('text'))] : [],
    )
    .join('\n');
}

function readHistory(value: unknown): AssistantMessage['history'] {
  const message = fieldsOf(value);
  const role = message.get('role');
  const text = textOfMessage(message);
  return (role === 'user' || role === 'assistant') && text !== '' ? [{ role, text }] : [];
}

function identifier(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value)
    ? value
    : refuse(`\`${name}\` must have at most 128 letters, digits, dots, colons, dashes and underscores`);
}

function optionalText(fields: Fields, name: string, most: number): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' && value.length <= most
    ? value
    : refuse(`\`${name}\` must be a string of at most ${most} characters`);
}

function readSelections(value: unknown): AssistantMessage['selections'] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_SELECTIONS)
    return refuse(`\`context\` must be a list of at most ${MAX_SELECTIONS} selections`);
  return value.map(fieldsOf).map((fields) => {
    const type = fields.get('type');
    const text = fields.get('value');
    if ((type !== 'code' && type !== 'textSelection') || typeof text !== 'string')
      return refuse('each entry of `context` needs `type` (code or textSelection) and `value`');
    return { path: readPath(fields.get('path')), value: text.slice(0, MAX_SELECTION_CHARS).toWellFormed() };
  });
}

function readPath(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' && value.length <= MAX_PATH_CHARS
    ? value.replace(/^\/+/, '')
    : refuse(`a path must be a string of at most ${MAX_PATH_CHARS} characters`);
}

export function readFilter(value: unknown): KnowledgeFilter {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    return refuse('`filter` must be an object with version, product, language or tag');
  const fields = fieldsOf(value);
  const entries = (['version', 'product', 'language', 'tag'] as const).flatMap((name) => {
    const text = optionalText(fields, name, MAX_PATH_CHARS);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

export function readCount(value: unknown, name: string, { most, other }: { most: number; other: number }): number {
  if (value === undefined || value === null) return other;
  const count = Number(value);
  return Number.isInteger(count) && count >= 1 && count <= most
    ? count
    : refuse(`\`${name}\` must be a whole number from 1 to ${most}`);
}

function readPageSize(value: unknown): number {
  return readCount(value, 'retrievalPageSize', { most: 50, other: 5 });
}

function readResponseType(value: unknown): 'stream' | 'text' {
  if (value === undefined || value === null || value === 'stream') return 'stream';
  return value === 'text' ? 'text' : refuse('`responseType` must be stream or text');
}
