import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Server as NetServer, Socket } from 'node:net';
import { containConnections } from '../faults/contain-faults.ts';
import { networkOfAddress } from '../shares/network-of-address.ts';
import { acceptSimpleConnections } from './accept-simple-connections.ts';
import type { OpenConnections, SimpleConnectionOptions } from './accept-simple-connections.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

// Not by import: a module namespace reads every export, and one of node:http's loads the WebSocket client, 8 MB.
const { createServer } = process.getBuiltinModule('node:http');

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenSettings {
  /** To listen on. */
  readonly address: string;
  readonly maxConnections: number;
  /** How long a request may take to come, with its body. */
  readonly requestMs: number;
  /** How long running answers may take after `stop`. */
  readonly shutdownMs: number;
  /** Told of an exception that belongs to a connection and to none of its requests. */
  readonly onFault?: (error: unknown) => void;
}

/** Longer than that of usual balancers (60 s), which would otherwise reuse a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** Nothing moves for so long on a connection: its reader is gone. */
const STALLED_MS = 120_000;

const HEADERS_MS = 15_000;

type ContextOf = (name: string, network: string) => Promise<SecureContext | undefined>;
type ContextCallback = (error: Error | null, context?: SecureContext) => void;

interface AskedContext {
  readonly name: string;
  readonly network: string;
}

async function giveContext(
  contextOf: ContextOf,
  { name, network }: AskedContext,
  callback: ContextCallback,
): Promise<void> {
  let context: SecureContext | undefined;
  try {
    context = await contextOf(name, network);
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  callback(null, context);
}

type ClosableServer = Pick<Server, 'closeIdleConnections' | 'closeAllConnections'>;

/** The open ports of a process. Each is given as `http://127.0.0.1:8080`. */
export class ListeningServers {
  readonly #settings: ListenSettings;
  readonly #servers: { readonly net: NetServer; readonly http: ClosableServer | undefined }[] = [];
  readonly #simple: OpenConnections[] = [];

  constructor(settings: ListenSettings) {
    this.#settings = settings;
  }

  /** With `simple`, requests that are simple don't come to node:http. */
  async listen(port: number, listener: RequestListener, simple?: SimpleConnectionOptions): Promise<string> {
    const server = createServer(this.#options(), listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    if (simple !== undefined) this.#simple.push(acceptSimpleConnections(server, simple));
    server.maxConnections = this.#settings.maxConnections;
    server.setTimeout(STALLED_MS);
    refuseUnreadable(server);
    return this.#open(server, server, port);
  }

  /**
   * HTTP/1.1 with TLS.
   * @param contextOf the certificate of a name that a client of a network asks for; without one the handshake is refused
   */
  async listenTls(port: number, listener: RequestListener, contextOf: ContextOf): Promise<string> {
    const { createServer: createTlsServer } = process.getBuiltinModule('node:https');
    const options = {
      ...this.#options(),
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: HEADERS_MS,
      // Node calls it as a method of the connection.
      SNICallback(this: Partial<Socket> | undefined, name: string, callback: ContextCallback): void {
        void giveContext(contextOf, { name, network: networkOfAddress(this?.remoteAddress ?? '') }, callback);
      },
    };
    const server = createTlsServer(options, listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.maxConnections = this.#settings.maxConnections;
    server.setTimeout(STALLED_MS);
    refuseUnreadable(server);
    return (await this.#open(server, server, port)).replace('http:', 'https:');
  }

  /** HTTP/2 without TLS, by prior knowledge. */
  async listenHttp2(port: number, listener: RequestListener): Promise<string> {
    const server = createHttp2Server({ settings: { maxConcurrentStreams: 128 } });
    // The compatibility layer of node:http2 gives what a handler of node:http needs.
    server.on('request', listener as never);
    return this.#open(server, undefined, port);
  }

  /** No new connections; running answers may end. */
  async stop(): Promise<void> {
    const closeIdle = (): void => {
      for (const connections of this.#simple) connections.closeIdle();
      for (const { http } of this.#servers) http?.closeIdleConnections();
    };
    // A connection whose answer was under way when the stop began becomes idle when it is out, and nobody else closes it.
    const sweep = setInterval(closeIdle, 50);
    const deadline = setTimeout(() => {
      for (const connections of this.#simple) connections.destroyAll();
      for (const { http } of this.#servers) http?.closeAllConnections();
    }, this.#settings.shutdownMs).unref();
    await Promise.all(
      this.#servers.map(({ net }) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        net.close(() => resolve());
        return promise;
      }),
    );
    clearTimeout(deadline);
    clearInterval(sweep);
  }

  /** Node looks for late requests in an interval, which has to be short for a short limit. */
  #options(): ServerOptions {
    const { requestMs } = this.#settings;
    return {
      // A missing Host is answered by us: node:http's answer has no body.
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(10_000, requestMs),
    };
  }

  async #open(net: NetServer, http: ClosableServer | undefined, port: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    containConnections(net, this.#settings.onFault ?? (() => undefined));
    net.once('error', reject);
    net.listen(port, this.#settings.address, resolve);
    await promise;
    this.#servers.push({ net, http });
    const { address, port: taken, family } = net.address() as AddressInfo;
    const name =
      family === 'IPv6' ? `[${address === '::' ? '::1' : address}]` : address === '0.0.0.0' ? '127.0.0.1' : address;
    return `http://${name}:${taken}`;
  }
}
