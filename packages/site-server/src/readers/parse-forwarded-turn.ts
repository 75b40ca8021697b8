import { isRecord, readId, ReportRefused } from './parse-events.ts';
import type { ForwardingContext } from './parse-forwarded-event.ts';

/** A page that an answer was based on. */
export interface ForwardedSource {
  /** The name under which the page is counted: `/guides/keys`. */
  readonly path: string;
  /** The fragment without `#`; `''` for the whole page. */
  readonly anchor: string;
  /** The address relative to the root of the host. */
  readonly url: string;
}

export interface ForwardedQuestion {
  readonly kind: 'question';
  /** A UUID of version 7. */
  readonly id: string;
  readonly atMs: number;
  /** The page on which the question was asked, as reported by the reader's browser; `''` if unknown. */
  readonly path: string;
  /** A digest, 32 hexadecimal digits. */
  readonly thread: string;
  readonly answerId: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly ForwardedSource[];
  readonly outcome: 'answered' | 'unanswered' | 'failed';
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** A digest of 32 hexadecimal digits; null for readers who opted out of being counted. */
  readonly visitor: string | null;
}

export interface ForwardedVote {
  readonly kind: 'vote';
  /** A UUID of version 7: the later of two votes on an answer counts. */
  readonly id: string;
  readonly atMs: number;
  readonly thread: string;
  readonly answerId: string;
  /** The rating; null withdraws the vote. */
  readonly rating: 'up' | 'down' | null;
}

export type ForwardedTurn = ForwardedQuestion | ForwardedVote;

/** Maximum lengths in UTF-16 code units, as on the host that stored the texts. */
const maxLengths = { path: 512, answerId: 200, question: 8_000, answer: 50_000, model: 200 } as const;
const maxSources = 50;
const maxUrl = 2_048;
const maxTokens = 2 ** 31 - 1;
const outcomes = ['answered', 'unanswered', 'failed'] as const;

/** Whether a line of another host's files is a question to the assistant, or a vote on an answer. */
export const isForwardedTurn = (value: unknown): boolean =>
  isRecord(value) && (value['kind'] === 'question' || value['kind'] === 'vote');

/**
 * Parses a question with its answer, or a vote, as stored by another host. Sources that aren't pages of the site are
 * left out.
 * @throws ReportRefused
 */
export function parseForwardedTurn(value: unknown, context: ForwardingContext): ForwardedTurn {
  if (!isRecord(value)) throw new ReportRefused('a question must be a JSON object', 'not_an_event');
  const place = readId(value, context);
  const thread = readDigest(value, 'thread');
  const answerId = readWords(value, 'answerId');
  if (answerId === '') throw new ReportRefused('answerId must not be empty');
  if (value['kind'] === 'vote') {
    const { rating } = value;
    if (rating !== null && rating !== 'up' && rating !== 'down')
      throw new ReportRefused('rating must be up, down or null');
    return { kind: 'vote', ...place, thread, answerId, rating };
  }
  const question = readWords(value, 'question');
  if (question.trim() === '') throw new ReportRefused('question must not be empty');
  const outcome = outcomes.find((known) => known === value['outcome']);
  if (outcome === undefined) throw new ReportRefused(`outcome must be one of ${outcomes.join(', ')}`);
  return {
    kind: 'question',
    ...place,
    path: readWords(value, 'path'),
    thread,
    answerId,
    question,
    answer: readWords(value, 'answer'),
    sources: readSources(value['sources'], context),
    outcome,
    model: readWords(value, 'model'),
    inputTokens: readTokens(value, 'inputTokens'),
    outputTokens: readTokens(value, 'outputTokens'),
    visitor: value['visitor'] === null ? null : readDigest(value, 'visitor'),
  };
}

function readDigest(fields: Record<string, unknown>, name: 'thread' | 'visitor'): string {
  const value = fields[name];
  if (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)) return value;
  throw new ReportRefused(`${name} must be 32 lowercase hexadecimal digits${name === 'visitor' ? ', or null' : ''}`);
}

/**
 * Reads text from people or models, which can contain line breaks; characters that PostgreSQL can't store are rejected.
 */
function readWords(fields: Record<string, unknown>, name: keyof typeof maxLengths): string {
  const value = fields[name];
  const most = maxLengths[name];
  if (typeof value !== 'string') throw new ReportRefused(`${name} must be a string`);
  if (value.length > most)
    throw new ReportRefused(`${name} has ${value.length} characters; at most ${most} are allowed`);
  if (value.includes('\0') || !value.isWellFormed())
    throw new ReportRefused(`${name} contains an invalid character: NUL, or half of a surrogate pair`);
  return value;
}

function readTokens(fields: Record<string, unknown>, name: 'inputTokens' | 'outputTokens'): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxTokens) return value;
  throw new ReportRefused(`${name} must be a whole number from 0 to ${maxTokens}`);
}

function readSources(value: unknown, { hasPage }: ForwardingContext): ForwardedSource[] {
  if (!Array.isArray(value) || value.length > maxSources)
    throw new ReportRefused(`sources must be a list of at most ${maxSources} addresses`);
  return value.flatMap((url: unknown) => {
    // After the first slash, a second slash or a backslash, which browsers treat as a slash, refers to another host.
    // Browsers remove tabs and line feeds first.
    if (typeof url !== 'string' || url.length > maxUrl || !/^\/(?![/\\])\S*$/.test(url))
      throw new ReportRefused('a source must be an address without spaces that starts with one slash');
    return readSource(url, hasPage) ?? [];
  });
}

/** Finds a source's page. The host may serve the site below its own base path, which isn't part of the page's name. */
function readSource(url: string, hasPage: (path: string) => boolean): ForwardedSource | undefined {
  const hash = url.indexOf('#');
  const address = hash < 0 ? url : url.slice(0, hash);
  const anchor = hash < 0 ? '' : url.slice(hash + 1);
  if (address.includes('\0') || anchor.includes('\0') || !url.isWellFormed()) return undefined;
  for (let at = 0, tried = 0; at >= 0 && tried < maxBase; at = address.indexOf('/', at + 1), tried += 1) {
    const path = address.slice(at);
    if (hasPage(path)) return { path, anchor, url };
  }
  return undefined;
}

/** Maximum number of path segments before the site's own path. */
const maxBase = 8;
