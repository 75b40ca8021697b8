import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { GateRequest, Peer } from '@docwright/site-access';
import type { HttpExchange } from '../answer/exchange.ts';
import { splitTarget } from '../connections/split-target.ts';

/** A request of `node:http`, or of the compatibility layer of `node:http2`, in the form that a gate reads. */
export class ExchangeRequest implements GateRequest {
  readonly pathname: string;
  readonly query: string;
  readonly address: string;
  readonly #exchange: HttpExchange;

  /** @param address the reader's address, as trusted proxies report it */
  constructor(exchange: HttpExchange, address: string) {
    this.#exchange = exchange;
    this.address = address;
    const { pathname, query } = splitTarget(exchange.request.url ?? '');
    this.pathname = pathname;
    this.query = query;
  }

  get method(): string {
    return this.#exchange.request.method ?? 'GET';
  }

  header(name: string): string | undefined {
    const value = this.#exchange.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  headerValues(name: string): readonly string[] {
    const { rawHeaders } = this.#exchange.request;
    return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
  }

  get peer(): Peer {
    const { socket } = this.#exchange.request;
    return { address: socket.remoteAddress ?? '', certificateSubject: verifiedSubject(socket) };
  }

  async readForm(maxBytes: number): Promise<URLSearchParams | undefined> {
    const body = await this.readBody(maxBytes);
    return body && new URLSearchParams(body.toString());
  }

  async readBody(maxBytes: number): Promise<Buffer | undefined> {
    const { request, response } = this.#exchange;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) {
        // The rest of the body isn't read, because another request on the connection would have to wait for it.
        if (request.httpVersionMajor === 1) response.shouldKeepAlive = false;
        return undefined;
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/**
 * Returns the subject of a verified client certificate, such as `CN=proxy,O=Example`, in the certificate's own order.
 */
function verifiedSubject(socket: IncomingMessage['socket']): string | undefined {
  const { authorized, getPeerX509Certificate } = socket as Partial<TLSSocket>;
  if (authorized !== true || getPeerX509Certificate === undefined) return undefined;
  return getPeerX509Certificate.call(socket)?.subject.split('\n').join(',');
}
