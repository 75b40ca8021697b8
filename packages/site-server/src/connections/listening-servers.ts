import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { constants, createServer as createHttp2Server } from 'node:http2';
import type { Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Server as NetServer, Socket } from 'node:net';
import { containConnections } from '../faults/contain-faults.ts';
import { networkOfAddress } from '../shares/network-of-address.ts';
import { AddressLimit, boundConnections } from './bound-connections.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

// Not imported: a module namespace reads every export, and one of node:http's exports loads the WebSocket client (8
// MB).
const { createServer } = process.getBuiltinModule('node:http');

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenSettings {
  /** The address to listen on. */
  readonly address: string;
  /** The limit for each port. */
  readonly maxConnections: number;
  /** The limit for one client across all ports; 0 means no limit. */
  readonly connectionsPerAddress: number;
  /** Addresses, networks or `loopback`; their connections aren't counted. */
  readonly trustedProxies: readonly string[];
  /** Maximum time for receiving a request with its body. */
  readonly requestMs: number;
  /** Maximum time for running responses after `stop`. */
  readonly shutdownMs: number;
  /** Called with an exception of a connection that doesn't belong to a request. */
  readonly onFault?: (error: unknown) => void;
  /** Default: `STALLED_MS`. */
  readonly stalledMs?: number;
  /** Default: `HEADERS_MS`. */
  readonly headersMs?: number;
}

/**
 * Longer than the timeout of common load balancers (60 s), which would otherwise reuse a connection that is being
 * closed.
 */
const KEEP_ALIVE_MS = 75_000;

/** A connection without traffic, or whose client doesn't read its response, is closed after this time. */
const STALLED_MS = 120_000;

/** Time limit for a TLS handshake, and for a request's header. */
const HEADERS_MS = 15_000;

type ContextOf = (name: string, network: string) => Promise<SecureContext | undefined>;
type ContextCallback = (error: Error | null, context?: SecureContext) => void;

export interface TlsOptions {
  /** The certificate of a requested name; without a certificate, the handshake is refused. */
  readonly contextOf: ContextOf;
  /** Whether to request a certificate from each client, issued by one of the context's authorities. Default: false. */
  readonly requestsCertificate?: boolean;
}

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

/** The open ports of a process, each as `http://127.0.0.1:8080`. */
export class ListeningServers {
  readonly #settings: ListenSettings;
  readonly #addresses: AddressLimit;
  readonly #servers: { readonly net: NetServer; readonly http: ClosableServer }[] = [];

  constructor(settings: ListenSettings) {
    this.#settings = settings;
    this.#addresses = new AddressLimit(settings.connectionsPerAddress, settings.trustedProxies);
  }

  async listen(port: number, listener: RequestListener): Promise<string> {
    const server = createServer(this.#options(), limitPipelining(listener));
    return this.#openHttp1(server, port);
  }

  /**
   * Listens for HTTP/1.1 with TLS. With `requestsCertificate`, clients are asked for a certificate; a connection's
   * `authorized` indicates whether it is valid.
   */
  async listenTls(
    port: number,
    listener: RequestListener,
    { contextOf, requestsCertificate = false }: TlsOptions,
  ): Promise<string> {
    const { createServer: createTlsServer } = process.getBuiltinModule('node:https');
    const options = {
      ...this.#options(),
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: this.#settings.headersMs ?? HEADERS_MS,
      requestCert: requestsCertificate,
      rejectUnauthorized: false,
      // Node calls this as a method of the connection.
      SNICallback(this: Partial<Socket> | undefined, name: string, callback: ContextCallback): void {
        void giveContext(contextOf, { name, network: networkOfAddress(this?.remoteAddress ?? '') }, callback);
      },
    };
    const server = createTlsServer(options, limitPipelining(listener));
    return (await this.#openHttp1(server, port)).replace('http:', 'https:');
  }

  /** Listens for HTTP/2 without TLS, with prior knowledge. */
  async listenHttp2(port: number, listener: RequestListener): Promise<string> {
    const server = createHttp2Server({ settings: { maxConcurrentStreams: 128 } });
    // The compatibility layer of node:http2 provides everything that a handler of node:http needs.
    server.on('request', listener as never);
    boundConnections(server, this.#bounds());
    // A session's timer restarts with every frame, even a ping, so each response has its own timer.
    server.on('stream', (stream) => stream.setTimeout(this.#stalledMs, () => stream.close(constants.NGHTTP2_CANCEL)));
    const sessions = new Set<Http2Session>();
    server.on('session', (session) => {
      sessions.add(session);
      session.once('close', () => sessions.delete(session));
    });
    // GOAWAY asks the client not to send further requests.
    server.on('timeout', (session: Http2Session | undefined) => session?.close());
    const http = {
      closeIdleConnections: () => sessions.forEach((session) => session.close()),
      closeAllConnections: () => sessions.forEach((session) => session.destroy()),
    };
    return this.#open(server, http, port);
  }

  /** Refuses new connections and lets running responses finish. */
  async stop(): Promise<void> {
    const closeIdle = (): void => {
      for (const { http } of this.#servers) http.closeIdleConnections();
    };
    // A connection that was sending a response when the stop began becomes idle later and must then be closed here.
    const sweep = setInterval(closeIdle, 50);
    const deadline = setTimeout(() => {
      for (const { http } of this.#servers) http.closeAllConnections();
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

  get #stalledMs(): number {
    return this.#settings.stalledMs ?? STALLED_MS;
  }

  #bounds() {
    const { maxConnections } = this.#settings;
    return { maxConnections, addresses: this.#addresses, stalledMs: this.#stalledMs };
  }

  /**
   * Returns the options of an HTTP/1 server. Node checks for late requests at an interval, which must be short if the
   * limit is short.
   */
  #options(): ServerOptions {
    const { requestMs, headersMs = HEADERS_MS } = this.#settings;
    const headersTimeout = Math.min(headersMs, requestMs);
    return {
      // This server answers requests without Host itself, because node:http's response has no body.
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
      headersTimeout,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(10_000, headersTimeout),
    };
  }

  #openHttp1(server: Server, port: number): Promise<string> {
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    boundConnections(server, this.#bounds());
    refuseUnreadable(server);
    return this.#open(server, server, port);
  }

  async #open(net: NetServer, http: ClosableServer, port: number): Promise<string> {
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
