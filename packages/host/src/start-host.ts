import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Server as NetServer } from 'node:net';
import { acceptSimpleConnections } from './connections/accept-simple-connections.ts';
import type { OpenConnections } from './connections/accept-simple-connections.ts';
import { refuseUnreadable } from './connections/refuse-unreadable.ts';
import type { SimpleExchange } from './connections/simple-connection.ts';
import { HostError } from './errors.ts';
import { createAccessLog, noAccessLog } from './operations/access-log.ts';
import { answerAdmin, isAdminPath } from './operations/answer-admin.ts';
import type { AdminContext } from './operations/answer-admin.ts';
import { describeError } from './operations/host-log.ts';
import type { HostLog } from './operations/host-log.ts';
import { HostMetrics } from './operations/host-metrics.ts';
import { PlaygroundProxy } from './playground/answer-playground.ts';
import { BodyCache } from './serve/body-cache.ts';
import { HttpExchange } from './serve/exchange.ts';
import type { Exchange } from './serve/exchange.ts';
import { sendText } from './serve/plain-answers.ts';
import { findSite } from './serve/find-site.ts';
import type { HostSettings } from './settings/parse-settings.ts';
import { Site } from './site.ts';
import type { VersionSummary } from './versions/list-versions.ts';
import type { UpdateOutcome, VersionsContext } from './versions/site-versions.ts';

export interface HostDependencies {
  readonly log: HostLog;
  /** Takes whole lines; standard output where it is not given. */
  readonly writeAccessLog?: (lines: string) => void;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  readonly newId?: () => string;
  /** Named points of an update, for tests that break off there. */
  readonly atPoint?: VersionsContext['atPoint'];
}

/** A running deployment server. Operations name a site where there is more than one. */
export interface Host {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  /** The same for health, metrics and administration, path prefix included. */
  readonly adminAddress: string;
  readonly h2cAddress: string | undefined;
  isReady(): boolean;
  /** Fetches the bundle again, or another one. Throws BundleError or HostError; the active version stays. */
  reload(bundleUrl?: string, site?: string): Promise<UpdateOutcome>;
  versions(site?: string): Promise<VersionSummary[]>;
  activate(version: string, site?: string): Promise<VersionSummary>;
  rollback(site?: string): Promise<VersionSummary>;
  /** Looks at the data folder now instead of at the next `followSeconds`. */
  follow(): Promise<void>;
  /** No new connections; running answers may end within `shutdownSeconds`. */
  stop(): Promise<void>;
}

/** Starts to listen at once, and resolves when each site is ready or known not to be. */
export async function startHost(settings: HostSettings, dependencies: HostDependencies): Promise<Host> {
  const running = new RunningHost(settings, dependencies);
  try {
    await running.start();
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

// Not by import: a module namespace reads every export, and one of node:http's loads the WebSocket client, 8 MB.
const { createServer } = process.getBuiltinModule('node:http');

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

class RunningHost implements Host {
  readonly #settings: HostSettings;
  readonly #log: HostLog;
  readonly #nowMs: () => number;
  readonly #sites: readonly Site[];
  readonly #admin: AdminContext;
  readonly #metrics = new HostMetrics();
  readonly #accessLog;
  readonly #servers: { readonly net: NetServer; readonly http: Server | undefined }[] = [];
  #simple: OpenConnections | undefined;
  #stopping = false;
  address = '';
  adminAddress = '';
  h2cAddress: string | undefined;

  constructor(settings: HostSettings, { log, writeAccessLog, nowMs = Date.now, newId, atPoint }: HostDependencies) {
    this.#settings = settings;
    this.#log = log;
    this.#nowMs = nowMs;
    const write = writeAccessLog ?? ((lines: string): void => void process.stdout.write(lines));
    this.#accessLog = settings.accessLog ? createAccessLog(write, nowMs) : noAccessLog;
    const shared = {
      settings,
      log,
      nowMs,
      cache: new BodyCache(settings.cacheBytes),
      metrics: this.#metrics,
      playground: new PlaygroundProxy(settings.playgroundProxy),
      newId: newId ?? ((): string => randomBytes(6).toString('hex')),
      atPoint: atPoint ?? ((): void => undefined),
    };
    this.#sites = settings.sites.map((site) => new Site(site, shared));
    const { adminToken: token } = settings;
    const isPublic = settings.adminPort === undefined;
    this.#admin = { sites: this.#sites, metrics: this.#metrics, token, isPublic, isStopping: () => this.#stopping };
  }

  async start(): Promise<void> {
    const { port, adminPort, adminPath, h2cPort } = this.#settings;
    const isShared = adminPort === undefined;
    const listener = this.#siteListener(isShared);
    const server = createServer(this.#serverOptions(), listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    this.#simple = acceptSimpleConnections(server, {
      observer: this.#observer,
      nowMs: this.#nowMs,
      isStopping: () => this.#stopping,
      answer: this.#simpleListener(isShared),
    });
    this.address = await this.#listen(server, port);
    this.adminAddress = isShared
      ? this.address
      : await this.#listen(createServer(this.#serverOptions(), this.#adminListener()), adminPort);
    this.adminAddress += adminPath;
    if (h2cPort !== undefined) this.h2cAddress = await this.#listenHttp2(listener, h2cPort);
    this.#log.info({ address: this.address, adminAddress: this.adminAddress }, 'listening');
    if (this.#settings.reloadOnSighup) process.on('SIGHUP', this.#reloadAll);
    await Promise.all(this.#sites.map((site) => site.start()));
  }

  /** For SIGHUP: every site that has a link fetches it again. Outcomes are in the log. */
  readonly #reloadAll = (): void => {
    for (const site of this.#sites) {
      if (site.settings.staticExport.bundleUrl !== '') void site.reload().catch(() => undefined);
    }
  };

  isReady(): boolean {
    return this.#sites.every((site) => site.isReady);
  }

  reload(bundleUrl?: string, site?: string): Promise<UpdateOutcome> {
    return this.#site(site).reload(bundleUrl);
  }
  versions(site?: string): Promise<VersionSummary[]> {
    return this.#site(site).list();
  }
  activate(version: string, site?: string): Promise<VersionSummary> {
    return this.#site(site).activate(version);
  }
  rollback(site?: string): Promise<VersionSummary> {
    return this.#site(site).rollback();
  }
  async follow(): Promise<void> {
    await Promise.all(this.#sites.map((site) => site.follow()));
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    process.off('SIGHUP', this.#reloadAll);
    const closeIdle = (): void => {
      this.#simple?.closeIdle();
      for (const { http } of this.#servers) http?.closeIdleConnections();
    };
    // A connection whose answer was under way when the stop began becomes idle when it is out, and nobody else closes it.
    const sweep = setInterval(closeIdle, 50);
    const deadline = setTimeout(() => {
      this.#simple?.destroyAll();
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
    await Promise.all(this.#sites.map((site) => site.stop()));
    this.#accessLog.flush();
  }

  #site(name: string | undefined): Site {
    const site = name === undefined ? this.#sites[0] : this.#sites.find(({ settings }) => settings.name === name);
    if (site === undefined) throw new HostError('setting-invalid', `there is no site called "${name ?? ''}"`);
    return site;
  }

  readonly #observer = {
    answered: (exchange: Exchange, status: number, bodyBytes: number): void => {
      this.#metrics.countAnswer(status, bodyBytes);
      this.#accessLog.add(exchange, status, bodyBytes);
    },
    failed: (exchange: Exchange, error: unknown): void => {
      this.#log.error({ site: exchange.site, path: exchange.request.url, ...describeError(error) }, 'an answer failed');
    },
  };

  #siteListener(withAdmin: boolean): Listener {
    const { adminPath } = this.#settings;
    const find = findSite(this.#sites);
    return (request, response) => {
      const exchange = new HttpExchange(request, response, this.#observer, this.#nowMs());
      if (this.#stopping) response.shouldKeepAlive = false;
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        response.shouldKeepAlive = false;
        return sendText(exchange, 400, 'The header Host is missing.\n');
      }
      const { pathname, query } = splitQuery(pathOf(request.url ?? ''));
      if (
        withAdmin &&
        pathname.startsWith(adminPath) &&
        answerAdmin(pathname.slice(adminPath.length), exchange, this.#admin)
      )
        return;
      const site = find(request.headers.host ?? headerOf(request, ':authority'));
      if (site?.answerPlayground(pathname, exchange) === true) return;
      if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(exchange, 405, 'Only GET and HEAD\n');
      if (site === undefined) return sendText(exchange, 404, 'No site has this name.\n');
      site.answer(pathname, query, exchange);
    };
  }

  /** The same for connections past node:http: what is no page, asset or redirect of a site is handed over. */
  #simpleListener(withAdmin: boolean): (exchange: SimpleExchange) => void {
    const { adminPath } = this.#settings;
    const find = findSite(this.#sites);
    return (exchange) => {
      const { url = '', headers } = exchange.request;
      const { pathname, query } = splitQuery(url);
      const isAdmin = withAdmin && pathname.startsWith(adminPath) && isAdminPath(pathname.slice(adminPath.length));
      const site = isAdmin ? undefined : find(headers.host);
      if (site === undefined || site.isPlayground(pathname)) exchange.handOver();
      else site.answer(pathname, query, exchange);
    };
  }

  #adminListener(): Listener {
    const { adminPath } = this.#settings;
    return (request, response) => {
      const exchange = new HttpExchange(request, response, this.#observer, this.#nowMs());
      const pathname = (request.url ?? '').split('?')[0] ?? '';
      if (pathname.startsWith(adminPath) && answerAdmin(pathname.slice(adminPath.length), exchange, this.#admin))
        return;
      sendText(exchange, 404, 'Not found\n');
    };
  }

  /** Node looks for late requests in an interval, which has to be short for a short limit. */
  #serverOptions(): ServerOptions {
    const { requestMs } = this.#settings;
    return {
      ...serverOptions,
      headersTimeout: Math.min(serverOptions.headersTimeout, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(10_000, requestMs),
    };
  }

  async #listen(server: Server, port: number): Promise<string> {
    server.maxConnections = this.#settings.maxConnections;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.setTimeout(STALLED_MS);
    refuseUnreadable(server);
    return this.#open(server, server, port);
  }

  async #listenHttp2(listener: Listener, port: number): Promise<string> {
    const server = createHttp2Server({ settings: { maxConcurrentStreams: 128 } });
    // The compatibility layer of node:http2 gives what a handler of node:http needs.
    server.on('request', listener as never);
    return this.#open(server, undefined, port);
  }

  async #open(net: NetServer, http: Server | undefined, port: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
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

/** Longer than that of usual balancers (60 s), which would otherwise reuse a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000;

// A missing Host is answered by us: node:http's answer has no body.
const serverOptions = {
  requireHostHeader: false,
  headersTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
};

/** Nothing moves for so long on a connection: its reader is gone. */
const STALLED_MS = 120_000;

/** Origin form of a request target; a proxy may send the absolute form. */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  return /^https?:\/\/[^/?#]+(?<path>\/.*)$/i.exec(url)?.groups?.path ?? '';
}

function splitQuery(url: string): { readonly pathname: string; readonly query: string } {
  const question = url.indexOf('?');
  return question < 0
    ? { pathname: url, query: '' }
    : { pathname: url.slice(0, question), query: url.slice(question + 1) };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
