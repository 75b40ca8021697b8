import { eventKinds, type EventKind, type ReaderEvent, type ReaderFeedback } from '@docwright/site-server';

/** A reader's feedback about a page. */
export interface KeptFeedback extends ReaderFeedback {
  readonly kind: 'feedback';
  /** A UUID of version 7. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly visitor: string | null;
}

/** A question to the assistant, and its answer. */
export interface KeptQuestion {
  readonly kind: 'question';
  readonly id: string;
  readonly at: string;
  /** Path of the page where the question was asked; `''` if unknown. */
  readonly path: string;
  /** A digest of the thread's ID, which only the reader has. */
  readonly thread: string;
  readonly answerId: string;
  readonly question: string;
  readonly answer: string;
  /** Addresses, relative to the root of the host. */
  readonly sources: readonly string[];
  readonly outcome: 'answered' | 'unanswered' | 'failed';
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly visitor: string | null;
}

/** A reader's rating of an answer. The last rating counts. */
export interface KeptVote {
  readonly kind: 'vote';
  readonly id: string;
  readonly at: string;
  readonly path: string;
  /** The question's thread. */
  readonly thread: string;
  readonly answerId: string;
  /** Null withdraws the rating. */
  readonly rating: 'up' | 'down' | null;
}

/** One line of a day's file. */
export type KeptEvent = ReaderEvent | KeptFeedback | KeptQuestion | KeptVote;

/** The event, or `undefined` for a line torn by a crash. */
export function parseKeptEvent(line: string): KeptEvent | undefined {
  const fields = parseObject(line);
  if (fields === undefined) return undefined;
  const text = (name: string): string | null => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : null;
  };
  const [id, at, path] = [text('id'), text('at'), text('path')];
  if (id === null || at === null || path === null) return undefined;
  if (fields.get('kind') === 'feedback') return readFeedback({ id, at, path }, text, fields);
  if (fields.get('kind') === 'question') return readQuestion({ id, at, path }, text, fields);
  if (fields.get('kind') === 'vote') return readVote({ id, at, path }, text);
  const kind = eventKinds.find((known) => known === fields.get('kind'));
  const visitor = text('visitor');
  if (kind === undefined || visitor === null) return undefined;
  return readEvent({ id, at, path, kind, visitor }, text, fields);
}

type ReadText = (name: string) => string | null;
type Place = Pick<KeptFeedback, 'id' | 'at' | 'path'>;

const outcomes = ['answered', 'unanswered', 'failed'] as const;
const sources = ['contextual', 'thumbs_only', 'code_snippet', 'agent'] as const;

function readFeedback(place: Place, text: ReadText, fields: ReadonlyMap<string, unknown>): KeptFeedback {
  const helpful = fields.get('helpful');
  const block = fields.get('block');
  return {
    ...place,
    kind: 'feedback',
    source: sources.find((known) => known === text('source')) ?? 'thumbs_only',
    helpful: typeof helpful === 'boolean' ? helpful : null,
    comment: text('comment'),
    contact: text('contact'),
    block: typeof block === 'number' ? block : null,
    lang: text('lang'),
    code: text('code'),
    filename: text('filename'),
    visitor: text('visitor'),
  };
}

function readQuestion(place: Place, text: ReadText, fields: ReadonlyMap<string, unknown>): KeptQuestion | undefined {
  const sources: unknown = fields.get('sources');
  const numberOf = (name: string): number => {
    const value = fields.get(name);
    return typeof value === 'number' ? value : 0;
  };
  const outcome = outcomes.find((known) => known === text('outcome'));
  const [thread, answerId, question] = [text('thread'), text('answerId'), text('question')];
  if (outcome === undefined || thread === null || answerId === null || question === null) return undefined;
  return {
    ...place,
    kind: 'question',
    thread,
    answerId,
    question,
    answer: text('answer') ?? '',
    sources: Array.isArray(sources) ? sources.filter((url) => typeof url === 'string') : [],
    outcome,
    model: text('model') ?? '',
    inputTokens: numberOf('inputTokens'),
    outputTokens: numberOf('outputTokens'),
    visitor: text('visitor'),
  };
}

function readVote(place: Place, text: ReadText): KeptVote | undefined {
  const [thread, answerId, rating] = [text('thread'), text('answerId'), text('rating')];
  if (thread === null || answerId === null) return undefined;
  return {
    ...place,
    kind: 'vote',
    thread,
    answerId,
    rating: rating === 'up' || rating === 'down' ? rating : null,
  };
}

function readEvent(
  place: Place & { readonly kind: EventKind; readonly visitor: string },
  text: ReadText,
  fields: ReadonlyMap<string, unknown>,
): ReaderEvent {
  const results = fields.get('results');
  return {
    ...place,
    isAi: fields.get('isAi') === true,
    referrer: text('referrer'),
    query: text('query'),
    target: text('target'),
    results: typeof results === 'number' ? results : null,
  };
}

function parseObject(line: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
