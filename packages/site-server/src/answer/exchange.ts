import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline as pipelineUntil } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { everyone, type Audience } from '@docwright/site-access/rules';
import type { ToolCall } from '../readers/agent-read.ts';

/** The parts of a request other than its body. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Receives each response for metrics and the access log. */
export interface ExchangeObserver {
  answered(exchange: Exchange, status: number, bodyBytes: number): void;
  failed(exchange: Exchange, error: unknown): void;
}

/** A body that is too large to buffer. */
export interface StreamedBody {
  readonly bytes: number;
  readonly pieces: () => AsyncIterable<Buffer>;
}

/** One request and its response. Headers are a flat list: name, value, name, value, … */
export abstract class Exchange {
  abstract readonly request: RequestHead;
  readonly observer: ExchangeObserver;
  /** Milliseconds of the injected clock. */
  readonly startedAtMs: number;
  /** Set once the site is known. */
  site = '';
  versionId = '';
  /** The network that limits count as the client (`networkOfAddress`), once it is known. */
  network = '';
  /** The audience whose view of the site is served, once the reader is known. */
  audience: Audience = everyone;

  constructor(observer: ExchangeObserver, startedAtMs: number) {
    this.observer = observer;
    this.startedAtMs = startedAtMs;
  }

  get isHead(): boolean {
    return this.request.method === 'HEAD';
  }

  /** Sends the head and the body; `undefined` for HEAD, 304 and other responses without a body. */
  abstract send(status: number, headers: readonly string[], body: Buffer | undefined): void;
  abstract stream(status: number, headers: readonly string[], body: StreamedBody): Promise<void>;
  /**
   * Aborts a response that can't be finished. Returns false if nothing was sent, so that another response can be sent.
   */
  abstract breakOff(): boolean;

  sent(status: number, bodyBytes: number): void {
    this.observer.answered(this, status, bodyBytes);
  }

  failed(error: unknown): void {
    this.observer.failed(this, error);
  }
}

/**
 * Maximum size of a single write. Completed writes are the evidence that a slow client still reads, so a write must
 * finish within two minutes on a slow connection.
 */
const WRITE_BYTES = 64 * 1024;

function* split(piece: Buffer): Generator<Buffer> {
  for (let at = 0; at < piece.length; at += WRITE_BYTES) yield piece.subarray(at, at + WRITE_BYTES);
}

async function* resume(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done !== true) yield* split(first.value);
  for await (const piece of { [Symbol.asyncIterator]: () => rest }) yield* split(piece);
}

/** An exchange of the server of node:http, or the compatibility layer of node:http2. */
export class HttpExchange extends Exchange {
  override readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Called for each tool call that returned a result, if tool calls are counted. */
  onToolCall: ((call: ToolCall) => void) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, observer: ExchangeObserver, startedAtMs: number) {
    super(observer, startedAtMs);
    this.request = request;
    this.response = response;
  }

  override send(status: number, headers: readonly string[], body: Buffer | undefined): void {
    // writeHead accepts the flat form and doesn't change it.
    this.response.writeHead(status, headers as string[]);
    if (body === undefined || this.isHead) this.response.end();
    else if (body.length <= WRITE_BYTES) this.response.end(body);
    // A client may disconnect before the end.
    else pipelineUntil(split(body), this.response, () => undefined);
    this.sent(status, body?.length ?? 0);
  }

  override async stream(status: number, headers: readonly string[], { bytes, pieces }: StreamedBody): Promise<void> {
    if (this.isHead) {
      this.response.writeHead(status, headers as string[]);
      this.response.end();
    } else await this.#streamPieces(status, headers, pieces()[Symbol.asyncIterator]());
    this.sent(status, bytes);
  }

  /**
   * Streams a body. The head is sent with the first chunk, so that a file that can't be read results in an error
   * response.
   */
  async #streamPieces(status: number, headers: readonly string[], pieces: AsyncIterator<Buffer>): Promise<void> {
    try {
      const first = await pieces.next();
      this.response.writeHead(status, headers as string[]);
      await pipeline(resume(first, pieces), this.response);
    } finally {
      await pieces.return?.();
    }
  }

  override breakOff(): boolean {
    // After the headers are sent, only a broken connection shows the client that the response is incomplete.
    if (this.response.headersSent) this.response.destroy();
    return this.response.headersSent;
  }
}
