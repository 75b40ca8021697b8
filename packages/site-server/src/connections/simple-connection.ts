/**
 * A connection whose requests are simple ones (`read-simple-request.ts`), answered without node:http: its parser and its
 * response objects cost more than all that a static file needs.
 *
 * 1. The first request that is anything else makes the connection one of node:http, with the bytes that have come, for good.
 * 2. One request at a time: while an answer is on its way, nothing is read.
 * 3. The answer has the same status, headers and body as node:http would send.
 */
import type { Socket } from 'node:net';
import { Exchange } from '../answer/exchange.ts';
import type { ExchangeObserver, RequestHead } from '../answer/exchange.ts';
import type { HeadWriter } from './head-writer.ts';
import { readSimpleRequest } from './read-simple-request.ts';

/** For the first request; node:http's `headersTimeout` begins anew when it takes over. */
const FIRST_REQUEST_MS = 15_000;

export interface ConnectionOwner {
  readonly observer: ExchangeObserver;
  readonly heads: HeadWriter;
  nowMs(): number;
  isStopping(): boolean;
  /** Answers now or later, or hands the exchange over. */
  answer(exchange: SimpleExchange): void;
  /** Gives the socket to node:http. */
  takeOver(socket: Socket): void;
  closed(connection: SimpleConnection): void;
}

export class SimpleConnection {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  /** The request that is being answered. */
  #pending: SimpleExchange | undefined;
  #isPaused = false;
  #hasAnswered = false;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    socket.setTimeout(FIRST_REQUEST_MS);
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('error', this.#onError);
    socket.on('timeout', this.#onTimeout);
    socket.on('close', this.#onClose);
  }

  waitsFor(exchange: SimpleExchange): boolean {
    return this.#pending === exchange;
  }

  get isIdle(): boolean {
    return this.#pending === undefined && this.#socket.writableLength === 0;
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    const request = this.#pending === undefined && !this.#owner.isStopping() ? readSimpleRequest(chunk) : undefined;
    if (request === undefined) return this.handOver(chunk); // 1
    const exchange = new SimpleExchange(request, { connection: this, owner: this.#owner, bytes: chunk });
    this.#pending = exchange;
    this.#owner.answer(exchange);
    if (this.#pending === exchange) this.#pause(); // 2
  };

  /** Called by the exchange that is pending. */
  write(head: string, body: Buffer | undefined): void {
    const socket = this.#socket;
    this.#pending = undefined;
    if (!this.#hasAnswered) {
      this.#hasAnswered = true;
      socket.setTimeout(this.#owner.heads.keepAliveMs);
    }
    let isTaken: boolean;
    if (body === undefined) isTaken = socket.write(head, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      isTaken = socket.write(body);
      socket.uncork();
    }
    if (!isTaken && socket.writableNeedDrain) this.#pause(); // 2
    else this.#resume();
  }

  /** `chunk` is what has been read and not answered. */
  handOver(chunk: Buffer): void {
    const socket = this.#socket;
    this.#pending = undefined;
    if (socket.destroyed) return;
    socket.pause();
    socket.setTimeout(0);
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('error', this.#onError);
    socket.off('timeout', this.#onTimeout);
    socket.off('close', this.#onClose);
    this.#owner.closed(this);
    socket.unshift(chunk);
    this.#owner.takeOver(socket);
    process.nextTick(() => socket.resume());
  }

  readonly #onDrain = (): void => {
    if (this.#pending === undefined) this.#resume();
  };
  readonly #onError = (): void => void this.#socket.destroy();
  readonly #onTimeout = (): void => void this.#socket.destroy();
  readonly #onClose = (): void => this.#owner.closed(this);

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }
}

interface ExchangeParts {
  readonly connection: SimpleConnection;
  readonly owner: ConnectionOwner;
  /** The request as it came. */
  readonly bytes: Buffer;
}

export class SimpleExchange extends Exchange {
  override readonly request: RequestHead;
  readonly #parts: ExchangeParts;

  constructor(request: RequestHead, parts: ExchangeParts) {
    super(parts.owner.observer, parts.owner.nowMs());
    this.request = request;
    this.#parts = parts;
  }

  /** False once it is answered or handed over. */
  get isPending(): boolean {
    return this.#parts.connection.waitsFor(this);
  }

  override send(status: number, headers: readonly string[], body: Buffer | undefined): void {
    const { connection, owner } = this.#parts;
    connection.write(owner.heads.format(status, headers), body); // 3
    this.sent(status, body?.length ?? 0);
  }

  /** Bodies that are not held go out by node:http. */
  override async stream(): Promise<void> {
    this.handOver();
  }

  override breakOff(): boolean {
    return false;
  }

  handOver(): void {
    this.#parts.connection.handOver(this.#parts.bytes);
  }
}
