/**
 * The playground's proxy: sends a reader's request to the API that the site documents, for APIs that don't allow
 * requests from other sites.
 *
 * 1. It is disabled unless the settings enable it and the deployment kind has a playground.
 * 2. Only methods, paths and servers in the active version's own specifications are allowed.
 * 3. Only this host's pages can use it.
 * 4. Private addresses are refused unless `playgroundProxy.allowedPrivateHosts` lists them. They are checked when the
 *    connection is opened. Redirects aren't followed.
 * 5. Headers are sent with a prefix in both directions; the browser interprets none of the API's headers.
 * 6. Each site, and each client address, has a fair share of the concurrent forwarded requests.
 */
import { Transform } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { SiteError } from '../errors.ts';
import type { SiteErrorCode } from '../errors.ts';
import { createAddressRules } from '../outgoing/address-rules.ts';
import type { AddressRules } from '../outgoing/address-rules.ts';
import type { HttpExchange } from '../answer/exchange.ts';
import { securityHeaders } from '../answer/plain-answers.ts';
import { FairSlots, type Owners } from '../shares/fair-slots.ts';
import { forwardRequest } from './forward-request.ts';
import { answeredHeaders, forwardedHeaders, isFromOwnPage, readTarget } from './read-target.ts';
import type { SiteOperations } from './find-operations.ts';

export interface PlaygroundProxySettings {
  readonly enabled: boolean;
  readonly allowedPrivateHosts: readonly string[];
  readonly timeoutMs: number;
  readonly maxRequestBytes: number;
  readonly maxResponseBytes: number;
  readonly maxConcurrent: number;
}

const statuses: Readonly<Partial<Record<SiteErrorCode, number>>> = {
  'forward-invalid': 400,
  'forward-origin': 403,
  'forward-not-listed': 403,
  'link-address': 403,
  'forward-length': 411,
  'forward-too-large': 413,
  'forward-busy': 503,
  'link-timeout': 504,
};

/** The page's script shows the API's response. If the response is opened directly, it is inert. */
const INERT = [
  'Content-Security-Policy',
  "default-src 'none'; sandbox",
  'Cache-Control',
  'no-store',
  ...securityHeaders,
];

export class PlaygroundProxy {
  readonly #settings: PlaygroundProxySettings;
  readonly #rules: AddressRules;
  readonly #ownersOf: (exchange: HttpExchange) => Owners;
  readonly #slots: FairSlots;

  /** @param ownersOf the site and the client of a request, each of which has a share of `maxConcurrent` */
  constructor(settings: PlaygroundProxySettings, ownersOf: (exchange: HttpExchange) => Owners = () => []) {
    this.#settings = settings;
    this.#ownersOf = ownersOf;
    this.#slots = new FairSlots(settings.maxConcurrent, 0);
    this.#rules = createAddressRules([], settings.allowedPrivateHosts); // 4
  }

  get isOn(): boolean {
    return this.#settings.enabled;
  }

  /** Returns whether the request is for the proxy. The response may follow later. */
  answer(exchange: HttpExchange, operations: SiteOperations): boolean {
    const { method } = exchange.request;
    if (method === 'POST') void this.#answerPost(exchange, operations);
    else if (method === 'GET' || method === 'HEAD') this.#announce(exchange);
    else return false;
    return true;
  }

  /** Announces to a page's playground that this host accepts its requests. */
  #announce(exchange: HttpExchange): void {
    const body = Buffer.from('{"status":"ready"}\n');
    const head = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
    exchange.send(200, ['Docwright-Playground', 'ready', ...head, ...INERT], body);
  }

  async #answerPost(exchange: HttpExchange, operations: SiteOperations): Promise<void> {
    try {
      const owners = this.#ownersOf(exchange); // 6
      if (!this.#slots.tryEnter(owners))
        throw new SiteError(
          'forward-busy',
          `too many requests are being forwarded (${this.#slots.running}), and this site or address has reached its share; try again`,
        );
      try {
        await this.#forward(exchange, operations);
      } finally {
        this.#slots.leave(owners);
      }
    } catch (error) {
      this.#refuse(exchange, error);
    }
  }

  async #forward(exchange: HttpExchange, operations: SiteOperations): Promise<void> {
    const { request, response } = exchange;
    const { timeoutMs, maxResponseBytes } = this.#settings;
    if (!isFromOwnPage(request.headers))
      throw new SiteError('forward-origin', 'only pages of this site may send this request'); // 3
    const target = readTarget(request.headers['docwright-target']);
    const operation = (await operations.list()).find(target.method, target.url); // 2
    if (operation === undefined) {
      const { origin, pathname } = target.url;
      throw new SiteError(
        'forward-not-listed',
        `${target.method} ${origin}${pathname} is not an operation of this site`,
      );
    }
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const answer = await forwardRequest({
      ...target,
      headers: forwardedHeaders(request.headers, operation.headers),
      body: request,
      bodyBytes: this.#bodyBytes(request),
      rules: this.#rules,
      signal: AbortSignal.any([disconnected.signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (Number(answer.headers['content-length'] ?? 0) > maxResponseBytes) {
      answer.destroy();
      throw new SiteError('forward-too-large', `the response is larger than ${maxResponseBytes} bytes`);
    }
    await this.#pass(answer, exchange);
  }

  #bodyBytes({ headers }: IncomingMessage): number {
    const { maxRequestBytes } = this.#settings;
    const text = headers['content-length'];
    if (text === undefined && headers['transfer-encoding'] !== undefined)
      throw new SiteError('forward-length', 'a request must state its length');
    const bytes = Number(text ?? 0);
    if (!(bytes <= maxRequestBytes))
      throw new SiteError(
        'forward-too-large',
        `the request has ${bytes} bytes; at most ${maxRequestBytes} are allowed`,
      );
    return bytes;
  }

  async #pass(answer: IncomingMessage, exchange: HttpExchange): Promise<void> {
    const { response } = exchange;
    const status = answer.statusCode ?? 502;
    const type = answer.headers['content-type'] ?? 'application/octet-stream';
    const encoding = answer.headers['content-encoding'];
    const encoded = encoding === undefined ? [] : ['Content-Encoding', encoding];
    const head = ['Docwright-Playground', 'answer', 'Content-Type', type, ...encoded, ...INERT];
    response.writeHead(status, [...head, ...answeredHeaders(answer.headers)]); // 5
    const counter = new ByteLimit(this.#settings.maxResponseBytes);
    await pipeline(answer, counter, response);
    exchange.sent(status, counter.bytes);
  }

  #refuse(exchange: HttpExchange, error: unknown): void {
    const { response } = exchange;
    // The reader disconnected, or part of the response was sent: only a broken connection shows that it is incomplete.
    if (response.headersSent || response.destroyed) return void response.destroy();
    if (!(error instanceof SiteError)) exchange.failed(error);
    const { code, message } =
      error instanceof SiteError ? error : { code: 'internal', message: 'the request could not be forwarded' };
    const status = error instanceof SiteError ? (statuses[error.code] ?? 502) : 502;
    const body = Buffer.from(`${JSON.stringify({ error: message, code })}\n`);
    const head = ['Docwright-Playground', 'refused', 'Content-Type', 'application/json'];
    // The rest of the request's body is not read.
    const close = exchange.request.httpVersionMajor === 1 ? ['Connection', 'close'] : [];
    exchange.send(status, [...head, 'Content-Length', String(body.length), ...close, ...INERT], body);
  }
}

class ByteLimit extends Transform {
  readonly #maxBytes: number;
  bytes = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.bytes += chunk.length;
    if (this.bytes <= this.#maxBytes) done(null, chunk);
    else done(new SiteError('forward-too-large', `the response is larger than ${this.#maxBytes} bytes`));
  }
}
