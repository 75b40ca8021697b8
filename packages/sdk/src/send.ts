import { decideRetry, type RetryRules } from './decide-retry.ts';
import { DocwrightError, readError } from './docwright-error.ts';
import type { OperationRow, RequestOptions } from './operation-row.ts';

/** The dependencies of `send`, which tests replace to control the clock. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retryRules: RetryRules;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly newIdempotencyKey: () => string;
}

export type Input = Readonly<Record<string, unknown>>;

export interface Call<T> {
  readonly row: OperationRow;
  readonly input: Input;
  readonly options: RequestOptions;
  /** Headers in addition to those of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Extracts the result of a successful response; part of the attempt, so that a truncated body is requested again. */
  readonly read: (response: Response) => Promise<T> | T;
}

/** Sends a request for an operation, with the retries of `decideRetry`. */
export async function send<T>(connection: Connection, call: Call<T>): Promise<T> {
  const { row, options } = call;
  const url = toUrl(connection.baseUrl, row, call.input);
  const init = toInit(connection, call);
  const rules = { ...connection.retryRules, retries: options.retries ?? connection.retryRules.retries };
  const isRepeatable = row.method !== 'POST' || row.idempotent;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(connection, { url, init, call });
    } catch (error) {
      if (!(error instanceof DocwrightError)) throw error;
      const delayMs = decideRetry({ error, attempt, isRepeatable }, rules, connection.random());
      if (delayMs === undefined) throw error;
      await connection.pause(delayMs, options.signal);
    }
  }
}

async function sendOnce<T>(
  connection: Connection,
  { url, init, call: { options, read } }: { url: string; init: RequestInit; call: Call<T> },
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = options.signal === undefined ? timeout.signal : AbortSignal.any([options.signal, timeout.signal]);
  try {
    const response = await connection.fetch(url, { ...init, signal });
    if (!response.ok) throw await readError(response, connection.now());
    return await read(response);
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (cause instanceof DocwrightError) throw cause;
    const message = timeout.signal.aborted
      ? `${connection.baseUrl} did not respond within ${timeoutMs} ms`
      : `${connection.baseUrl} can't be reached: ${describe(cause)}`;
    throw new DocwrightError(
      message,
      { status: 0, code: timeout.signal.aborted ? 'timeout' : 'network_error' },
      { cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Path and query of an operation. Throws a TypeError with the name of the field if a field for the path is missing. */
function toUrl(baseUrl: string, row: OperationRow, input: Input): string {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    // With an empty or dotted segment, the path would be another operation's.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${name} must be a non-empty string, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of row.query) {
    const value = input[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      query.set(name, `${value}`);
  }
  return query.size === 0 ? `${baseUrl}${path}` : `${baseUrl}${path}?${query.toString()}`;
}

function toInit(
  { apiKey, headers, newIdempotencyKey }: Connection,
  { row, input, options, headers: own }: Call<unknown>,
): RequestInit {
  const sent = new Headers({ accept: accepted[row.answer], ...headers });
  if (row.needsKey && apiKey !== undefined) sent.set('authorization', `Bearer ${apiKey}`);
  if (row.idempotent) sent.set('idempotency-key', options.idempotencyKey ?? newIdempotencyKey());
  if (options.ifMatch !== undefined) sent.set('if-match', `"${options.ifMatch}"`);
  for (const [name, value] of Object.entries(own ?? {})) sent.set(name, value);
  // A redirect would carry the key, or turn a POST into a GET.
  const init: RequestInit = { method: row.method, headers: sent, redirect: 'error' };
  if (!row.hasBody) return init;
  const elsewhere = new Set([...row.query, ...Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name]) => name)]);
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name)));
  sent.set('content-type', 'application/json');
  return { ...init, body: JSON.stringify(body) };
}

const accepted: Readonly<Record<OperationRow['answer'], string>> = {
  json: 'application/json',
  nothing: 'application/json',
  // A successful response is text, and a failed one is JSON.
  text: 'text/*, application/json;q=0.9',
  bytes: '*/*',
  events: 'text/event-stream',
};

/** Finds the reason for a failure: the message of `fetch` is "fetch failed", and its cause contains the reason. */
function describe(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  const inner = cause as { message?: unknown; code?: unknown } | undefined;
  const reason = [inner?.message, inner?.code, message].find((text) => typeof text === 'string' && text !== '');
  return String(reason ?? error);
}
