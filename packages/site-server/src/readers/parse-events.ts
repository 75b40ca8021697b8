import { JsonTooDeep, parseJson } from '@docwright/bundle';
import { joinCode } from './copied-code.ts';
import { reportedKinds, type EventKind } from './event.ts';
import { callStatuses, joinCall } from './playground-call.ts';

type ReportedKind = (typeof reportedKinds)[number];

export interface ReportedEvent {
  readonly id: string;
  readonly atMs: number;
  readonly kind: EventKind;
  readonly path: string;
  readonly referrer: string | null;
  readonly query: string | null;
  /** For copied code, its language and first line (see `joinCode`); for a playground call, see `joinCall`. */
  readonly target: string | null;
  /** Number of results that a search showed. */
  readonly results: number | null;
}

export interface ReportContext {
  /** Returns the name under which the page at a path is counted, or `undefined` if the site has no such page. */
  readonly findPage: (pathname: string) => string | undefined;
  /** Host name of the site: its own links aren't referrers. */
  readonly host: string;
  readonly nowMs: number;
  /** Maximum age of an event. Default: a day. */
  readonly maxAgeMs?: number;
}

/** The reason that an event is rejected, grouped by what its sender can do about it. */
export const refusalCodes = [
  'not_an_event',
  'unknown_kind',
  'invalid_id',
  'in_the_future',
  'too_old',
  'unknown_page',
  'invalid_field',
  'too_much_feedback',
  'no_conversations',
  'too_many_questions',
  'unknown_answer',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** A report is invalid; the message gives the reason. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused';
  readonly code: RefusalCode;
  constructor(message: string, code: RefusalCode = 'invalid_field') {
    super(message);
    this.code = code;
  }
}

export const maxEvents = 20;
/** `line` has at most 160 characters, each of which may be two UTF-16 code units. */
const maxLengths = { path: 512, query: 200, address: 2_000, language: 40, line: 320, method: 20 } as const;
const maxResults = 1_000;
/** Clocks of readers' devices may be off by a few seconds. */
const maxAheadMs = 60_000;
const dayMs = 86_400_000;

/** @throws ReportRefused if the report or any of its events is invalid; none of the events is counted in this case */
export function parseEvents(text: string | Uint8Array, context: ReportContext): readonly ReportedEvent[] {
  const report = parseReport(text);
  const events = isRecord(report) ? report['events'] : undefined;
  if (!Array.isArray(events) || events.length === 0 || events.length > maxEvents)
    throw new ReportRefused(`events must be a list of 1 to ${maxEvents}`);
  return events.map((event: unknown) => parseEvent(event, context));
}

/** @throws ReportRefused */
export function parseEvent(event: unknown, context: ReportContext): ReportedEvent {
  if (!isRecord(event)) throw new ReportRefused('an event must be an object', 'not_an_event');
  const kind = reportedKinds.find((known) => known === event['kind']);
  if (kind === undefined) throw new ReportRefused(`kind must be one of ${reportedKinds.join(', ')}`, 'unknown_kind');
  const { id, atMs } = readId(event, context);
  const path = readPath(kind, readText(event, 'path', maxLengths.path), context);
  return {
    id,
    atMs,
    kind,
    path,
    referrer: kind === 'view' || kind === 'not_found' ? readReferrer(event['referrer'], context.host) : null,
    query: kind === 'search' || kind === 'search_click' ? readQuery(event) : null,
    target: readTarget(kind, event, context),
    results: kind === 'search' ? readResults(event['results']) : null,
  };
}

/** Reads an event's ID. A UUID of version 7 (RFC 9562) begins with its milliseconds. @throws ReportRefused */
export function readId(
  event: Record<string, unknown>,
  { nowMs, maxAgeMs = dayMs }: Pick<ReportContext, 'nowMs' | 'maxAgeMs'>,
): { readonly id: string; readonly atMs: number } {
  const { id } = event;
  if (typeof id !== 'string' || !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
    throw new ReportRefused('id must be a lowercase UUID of version 7', 'invalid_id');
  const atMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (atMs > nowMs + maxAheadMs) throw new ReportRefused('the time of id is in the future', 'in_the_future');
  const maxDays = Math.round(maxAgeMs / dayMs);
  if (atMs < nowMs - maxAgeMs)
    throw new ReportRefused(
      `the time of id is more than ${maxDays === 1 ? 'a day' : `${maxDays} days`} ago`,
      'too_old',
    );
  return { id, atMs };
}

/** Reads the name of the page, the path of a missing page, or `''` for a search or an exit on the 404 page. */
function readPath(kind: ReportedKind, path: string, { findPage }: ReportContext): string {
  if (!path.startsWith('/')) throw new ReportRefused('path must start with a slash');
  const page = findPage(path);
  switch (kind) {
    case 'view':
    case 'code_copy':
    case 'playground_call':
      if (page === undefined) throw new ReportRefused('path is not a page of the site', 'unknown_page');
      return page;
    case 'not_found':
      if (page !== undefined) throw new ReportRefused('path is a page of the site');
      return path;
    case 'search':
    case 'search_click':
    case 'outlink':
      return page ?? '';
  }
}

function readQuery(event: Record<string, unknown>): string {
  const query = readText(event, 'query', maxLengths.query).trim().replace(/\s+/g, ' ').toLowerCase();
  if (query === '') throw new ReportRefused('query must not be empty');
  return query;
}

/** Reads the number of results; null for a search without an index. */
function readResults(count: unknown): number | null {
  if (count === undefined) return null;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= maxResults) return count;
  throw new ReportRefused(`results must be a whole number from 0 to ${maxResults}`);
}

function readTarget(kind: ReportedKind, event: Record<string, unknown>, { findPage }: ReportContext): string | null {
  if (kind === 'search_click') {
    const page = findPage(readText(event, 'target', maxLengths.path));
    if (page === undefined) throw new ReportRefused('target is not a page of the site', 'unknown_page');
    return page;
  }
  if (kind === 'code_copy') return readCode(event);
  if (kind === 'playground_call') return readCall(event);
  if (kind !== 'outlink') return null;
  const url = URL.parse(readText(event, 'target', maxLengths.address));
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ReportRefused('target must be a web address');
  // The part after the path may be a reader's own input.
  return `${url.origin}${url.pathname}`.slice(0, maxLengths.path);
}

/** Reads copied code; null for a code block without a language whose first line is empty. */
function readCode(event: Record<string, unknown>): string | null {
  const language = readOptional(event, 'language', maxLengths.language);
  const line = readOptional(event, 'line', maxLengths.line);
  return language === '' && line === '' ? null : joinCode(language, line);
}

/**
 * Identifies only the operation. Pages never send readers' input, and a path with a query isn't from an API
 * description.
 */
function readCall(event: Record<string, unknown>): string {
  const method = readText(event, 'method', maxLengths.method);
  if (!/^[A-Z][A-Z-]*$/.test(method)) throw new ReportRefused('method must be an HTTP method in uppercase');
  const operation = readText(event, 'operation', maxLengths.path);
  if (!/^\/[^?#]*$/.test(operation))
    throw new ReportRefused('operation must be a path that starts with a slash, without query and fragment');
  const status = callStatuses.find((known) => known === event['status']);
  if (status === undefined) throw new ReportRefused(`status must be one of ${callStatuses.join(', ')}`);
  return joinCall({ method, operation, status });
}

/** Reads the host that a reader came from, without the rest of the address. */
function readReferrer(value: unknown, ownHost: string): string | null {
  if (typeof value !== 'string' || value.length > maxLengths.address) return null;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === ownHost) return null;
  return url.hostname;
}

const readOptional = (event: Record<string, unknown>, name: string, maxLength: number): string =>
  event[name] === undefined || event[name] === '' ? '' : readText(event, name, maxLength).trim();

export function readText(event: Record<string, unknown>, name: string, maxLength: number): string {
  const value = event[name];
  if (typeof value !== 'string' || value === '' || value.length > maxLength)
    throw new ReportRefused(`${name} must be a string of 1 to ${maxLength} characters`);
  // oxlint-disable-next-line no-control-regex -- control characters are refused
  if (/[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed())
    throw new ReportRefused(`${name} must not contain a control character or half of a surrogate pair`);
  return value;
}

export function parseReport(text: string | Uint8Array): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const levels = error instanceof JsonTooDeep ? ` of at most ${error.maxDepth} levels` : '';
    throw new ReportRefused(`the body must be JSON in UTF-8${levels}`);
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
