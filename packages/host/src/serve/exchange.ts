import type { IncomingMessage, ServerResponse } from 'node:http';

/** Hears of every answer, for metrics and the access log. */
export interface ExchangeObserver {
  answered(exchange: Exchange, status: number, bodyBytes: number): void;
  failed(exchange: Exchange, error: unknown): void;
}

/** One request and its answer. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #observer: ExchangeObserver;
  /** Milliseconds of the clock that was passed in. */
  readonly startedAtMs: number;
  /** Set once they are known. */
  site = '';
  versionId = '';

  constructor(request: IncomingMessage, response: ServerResponse, observer: ExchangeObserver, startedAtMs: number) {
    this.request = request;
    this.response = response;
    this.#observer = observer;
    this.startedAtMs = startedAtMs;
  }

  get isHead(): boolean {
    return this.request.method === 'HEAD';
  }

  /** `headers` is name, value, name, value, … A body goes out with the head; `undefined` is for HEAD, 304 and the like. */
  send(status: number, headers: readonly string[], body: Buffer | undefined): void {
    // writeHead takes the flat form and only reads it.
    this.response.writeHead(status, headers as string[]);
    this.response.end(this.isHead ? undefined : body);
    this.#observer.answered(this, status, body?.length ?? 0);
  }

  sent(status: number, bodyBytes: number): void {
    this.#observer.answered(this, status, bodyBytes);
  }

  failed(error: unknown): void {
    this.#observer.failed(this, error);
  }
}
