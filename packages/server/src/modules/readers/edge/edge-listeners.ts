import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { toDomainUrl, type SitesAddress } from '../../publishing/deployments/index.ts';
import {
  HttpExchange,
  networkOfAddress,
  ProtectedExchange,
  requestedHost,
  securityHeaders,
  sendText,
  sendUnavailable,
  SiteError,
  splitTarget,
  type Exchange,
  type ExchangeObserver,
  type ReportingSite,
  type RequestListener,
  type ServedSite,
  type SiteReports,
} from '@docwright/site-server';
import { isOpen } from './admit-reader.ts';
import { challengePrefix, type createAnswerChallenge } from './answer-challenge.ts';
import { readerAddress, type ProxiedRequest } from './trust-proxies.ts';
import { tableNameOf, toHostName } from './site-names.ts';
import type { KnownSite, SiteTable } from './site-table.ts';
import type { EdgeTls } from './start-tls.ts';
import { LookupLimitReached } from './take-look-up.ts';

export interface EdgeListenerOptions {
  readonly table: SiteTable;
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
  /** Decides whether a request may read a site. If not, it has already answered the request. */
  readonly admit: (exchange: ProtectedExchange, site: KnownSite) => boolean | Promise<boolean>;
  /** Called for each authorized request to a preview. */
  readonly noteOpening: (environmentId: string) => void;
  /** The status that `/readyz` reports to requests by IP address. */
  readonly isReady: () => boolean;
  readonly sites: SitesAddress;
  readonly trustProxies: (request: IncomingMessage) => ProxiedRequest;
  /** The response of `askPath` to a proxy. @throws LookupLimitReached */
  readonly mayHaveCertificate: (name: string, network: string) => Promise<boolean>;
  /** Set if the edge terminates TLS itself. */
  readonly tls: Pick<EdgeTls, 'hasCertificate'> | undefined;
  /**
   * `max-age` of HSTS (RFC 6797) for names that browsers read over TLS from the edge itself. With 0, the header isn't
   * sent.
   */
  readonly hstsSeconds: number;
  /** Answers ACME challenges; returns true after it has answered. `undefined` if no certificates are ordered. */
  readonly answerChallenge: ReturnType<typeof createAnswerChallenge> | undefined;
  readonly reports: SiteReports;
}

/** The path at which proxies ask whether to get a certificate for a name: `?domain=docs.example.com`. */
const askPath = '/_docwright/ask';

/** Handles requests on the ports of live sites. */
export function createEdgeListener(options: EdgeListenerOptions): RequestListener {
  const { observer, nowMs } = options;
  return (request, response) => {
    const exchange = new HttpExchange(request, response, observer, nowMs());
    if (options.isStopping()) response.shouldKeepAlive = false;
    if (options.hstsSeconds > 0 && isEncrypted(request))
      response.setHeader('Strict-Transport-Security', `max-age=${options.hstsSeconds}`);
    void answer(options, exchange).catch((error: unknown) => {
      // Made-up names shouldn't fill the log.
      if (!(error instanceof LookupLimitReached)) exchange.failed(error);
      if (response.headersSent) response.destroy();
      else sendUnavailable(exchange, reasonOf(error), error instanceof LookupLimitReached ? 1 : retrySeconds);
    });
  };
}

const retrySeconds = 5;

const reasonOf = (error: unknown): string =>
  error instanceof SiteError
    ? 'The files of this site are unavailable at the moment. Try again in a moment.\n'
    : "The site can't be looked up at the moment.\n";

async function answer(options: EdgeListenerOptions, exchange: HttpExchange): Promise<void> {
  const { request } = exchange;
  const asked = requestedHost(request);
  if (asked === undefined) return sendText(exchange, 400, 'The Host header is missing or occurs more than once.\n');
  request.headers.host = asked;
  const proxied = options.trustProxies(request);
  const { pathname, query } = splitTarget(request.url ?? '');
  const host = toHostName(request.headers.host);
  if (host === undefined) return sendText(exchange, 400, 'The Host header is not a host name.\n');
  // A proxy's own request isn't forwarded, unlike requests from readers.
  if (pathname === askPath && isOwnName(host) && !proxied.isForwarded) return answerAsk(options, exchange, query);
  if (isOwnPath(host, pathname)) return answerOwn(options, exchange, pathname);
  const network = networkOfAddress(readerAddress(request));
  exchange.network = network;
  if (pathname.startsWith(challengePrefix))
    if ((await options.answerChallenge?.(exchange, { domain: host, pathname }, network)) === true) return;
  // A request to a known site is answered in the same turn of the event loop: the code below awaits only if necessary.
  const name = tableNameOf(host);
  const site = options.table.known(name) ?? (await options.table.resolve(name, network));
  if (site === undefined) return sendText(exchange, 404, 'There is no site with this name.\n');
  const toTls = redirectsToTls(options, proxied, { host, request });
  if (toTls !== false && (await toTls))
    return redirect(exchange, `${toDomainUrl(options.sites, host)}${pathname}`, query);
  if (site.found.redirectTo !== undefined) return redirect(exchange, `${site.found.redirectTo}${pathname}`, query);
  if (refuse(exchange, site)) return;
  restoreOrigin(request, site);
  // Settings are tested at the site's own sign-in, before they protect it.
  const isPassed = isOpen(site) && !pathname.includes('/login');
  const shown = isPassed ? exchange : await admit(options, exchange, site);
  if (shown === undefined) return;
  const view = site.served.viewOf(shown.audience);
  const served = view instanceof Promise ? await view : view;
  const reporting = toReporting(site, served);
  const asking = { host: toHostName(request.headers.host) ?? host, address: readerAddress(request) };
  const taken = reporting && options.reports.take(shown, pathname, { ...reporting, ...asking });
  if (taken !== undefined) return taken;
  if (reporting !== undefined)
    shown.onToolCall = (call) => options.reports.noteCall(request, call, { ...reporting, ...asking });
  if (served.answerService(pathname, query, shown)) return;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(shown, 405, 'Only GET and HEAD are allowed.\n');
  served.answer(pathname, query, shown);
  if (reporting !== undefined) options.reports.note(request, pathname, { ...reporting, ...asking });
}

/**
 * Restores the origin of a report. A customer's own proxy uses the name below the sites domain, while readers see the
 * project's verified domain. Reports from those pages belong to this site.
 */
function restoreOrigin({ headers }: IncomingMessage, { found: { kind, primaryDomain } }: KnownSite): void {
  const origin = URL.parse(headers.origin ?? '');
  // For a preview, the live site's pages are cross-origin.
  if (kind === 'production' && primaryDomain !== null && origin?.hostname === primaryDomain) headers.host = origin.host;
}

/** Returns the site for reports; `undefined` for previews, which have no analytics and no feedback. */
const toReporting = ({ found }: KnownSite, served: ServedSite): ReportingSite | undefined =>
  found.kind === 'production' ? { siteId: found.projectId, versions: served.versions } : undefined;

/** Returns `undefined` after it has answered the request. */
async function admit(
  options: EdgeListenerOptions,
  exchange: HttpExchange,
  site: KnownSite,
): Promise<HttpExchange | undefined> {
  const shown = ProtectedExchange.of(exchange);
  const isAdmitted = options.admit(shown, site);
  if (isAdmitted === false || (isAdmitted !== true && !(await isAdmitted))) return undefined;
  if (site.found.kind === 'preview') options.noteOpening(site.found.environmentId);
  return isOpen(site) ? exchange : shown;
}

/** Whether the path is the edge's own. Load balancers and container health checks use an address instead of a name. */
const isOwnPath = (host: string, pathname: string): boolean =>
  (pathname === '/healthz' || pathname === '/readyz') && isIP(host) !== 0;

/**
 * Whether the host is the name of a machine: machine names in a container network have no dot, unlike names of sites.
 */
const isOwnName = (host: string): boolean => isIP(host) !== 0 || !host.includes('.');

async function answerAsk(
  { mayHaveCertificate }: EdgeListenerOptions,
  exchange: HttpExchange,
  query: string,
): Promise<void> {
  const name = toHostName(new URLSearchParams(query).get('domain') ?? '');
  const may = name !== undefined && (await mayHaveCertificate(name, networkOfAddress(readerAddress(exchange.request))));
  sendText(exchange, may ? 200 : 404, may ? 'There is a site with this name.\n' : 'There is no site with this name.\n');
}

interface PlainRequest {
  readonly host: string;
  readonly request: IncomingMessage;
}

/**
 * Whether the request was sent without TLS although TLS is available. Until a domain has its certificate, it is served
 * without TLS.
 */
function redirectsToTls(
  { sites, tls }: EdgeListenerOptions,
  proxied: ProxiedRequest,
  { host, request }: PlainRequest,
): boolean | Promise<boolean> {
  if (sites.scheme !== 'https') return false;
  if (proxied.isPlain) return true;
  if (tls === undefined || proxied.isForwarded || isEncrypted(request)) return false;
  return tls.hasCertificate(host, networkOfAddress(readerAddress(request))).catch(() => false);
}

const isEncrypted = ({ socket }: IncomingMessage): boolean => (socket as Partial<TLSSocket>).encrypted === true;

function answerOwn({ isReady }: EdgeListenerOptions, exchange: Exchange, pathname: string): void {
  if (pathname === '/healthz') return sendText(exchange, 200, 'ok\n');
  sendText(exchange, isReady() ? 200 : 503, isReady() ? 'ready\n' : 'not ready\n');
}

/** Returns true after it has answered because the site is taken down, not published, or has nothing live yet. */
function refuse(exchange: HttpExchange, { found, served }: KnownSite): boolean {
  if (found.takedown !== null) {
    sendText(exchange, found.takedown.status, `${found.takedown.reason}\n`);
    return true;
  }
  if (!found.published) {
    sendText(exchange, 404, 'This site is not published.\n');
    return true;
  }
  if (served.versions.length > 0) return false;
  sendUnavailable(exchange, 'This site has no live deployment yet. Try again in a moment.\n', retrySeconds);
  return true;
}

/** Requests with a method other than GET keep their method and body. */
function redirect(exchange: Exchange, address: string, query: string): void {
  const location = query === '' ? address : `${address}?${query}`;
  const headers = ['Location', location, 'Cache-Control', 'public, max-age=3600', 'Content-Length', '0'];
  exchange.send(308, [...headers, ...securityHeaders], undefined);
}
