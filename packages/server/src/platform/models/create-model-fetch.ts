import { setTimeout as pause } from 'node:timers/promises';
import type { HttpClient, HttpRequest, HttpResponse } from '../http-client/index.ts';
import { mergeEventsOf } from './merge-events.ts';

export interface ModelFetchSettings {
  /** Maximum size of one response. */
  readonly maxAnswerBytes: number;
  readonly timeoutMs: number;
  /** Whether a response is passed on while it arrives. */
  readonly isStreamed: boolean;
}

/**
 * A `fetch` for the SDK that uses the service's HTTP client. Tenants set base URLs, so their addresses are checked as
 * for all requests, and the size of responses is limited. Redirects are refused, so that a key is never sent to another
 * address.
 */
export function createModelFetch(http: HttpClient, settings: ModelFetchSettings): typeof fetch {
  return async (input, init) => {
    const response = await http.request({
      method: toMethod(init?.method),
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      ...(init?.body === undefined || init.body === null ? {} : { body: toBody(init.body) }),
      ...(init?.signal === undefined || init.signal === null ? {} : { signal: init.signal }),
      maxBytes: settings.maxAnswerBytes,
      timeoutMs: settings.timeoutMs,
      maxRedirects: 0,
    });
    const isStreamed = settings.isStreamed && response.status === 200;
    const body = isStreamed ? toStream(response, http) : new Uint8Array(await response.bytes());
    const headers = new Headers(response.headers);
    // The body is already decoded, so the original length and encoding would be wrong.
    headers.delete('content-length');
    headers.delete('content-encoding');
    const mayHaveBody = response.status !== 204 && response.status !== 304;
    return new Response(mayHaveBody ? body : null, { status: response.status, headers });
  };
}

function toStream({ body, headers }: HttpResponse, http: HttpClient): ReadableStream<Uint8Array> {
  const pieces = inTurns(body, http);
  const isEvents = headers['content-type']?.startsWith('text/event-stream') === true;
  return ReadableStream.from(isEvents ? mergeEventsOf(pieces) : pieces);
}

/** Number of responses that a client is currently streaming. */
const streaming = new WeakMap<HttpClient, { count: number }>();

/**
 * Chunks that arrive within this time are passed on together, because a model writes about fifty words per second, each
 * in a separate chunk, and passing on one chunk costs as much as passing on fifty. The time grows with the number of
 * responses. Readers hardly notice the pause.
 *
 * @returns milliseconds: 40 for one response, 80 for 200 or more responses
 */
const togetherMs = (answers: number): number => Math.min(80, 40 + answers / 5);

/** Merging chunks of at least this size saves nothing. */
const largePiece = 16_384;

/** @param pieces a body's chunks, which its connection buffers until they are read */
async function* inTurns(pieces: AsyncIterable<Uint8Array>, http: HttpClient): AsyncGenerator<Uint8Array> {
  const answers = streaming.get(http) ?? { count: 0 };
  streaming.set(http, answers);
  answers.count += 1;
  try {
    for await (const piece of pieces) {
      yield piece;
      if (piece.length < largePiece) await pause(togetherMs(answers.count));
    }
  } finally {
    answers.count -= 1;
  }
}

function toMethod(method: string | undefined): HttpRequest['method'] {
  return method === 'POST' ? 'POST' : 'GET';
}

function toBody(body: RequestInit['body']): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('a model request must have a body of text or bytes');
}
