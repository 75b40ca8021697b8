/** Routes requests on the port of sites. */
import { HttpExchange } from '../answer/exchange.ts';
import type { ExchangeObserver } from '../answer/exchange.ts';
import { sendText, sendUnavailable } from '../answer/plain-answers.ts';
import type { ServedSite } from '../answer/served-site.ts';
import type { RequestListener } from './listening-servers.ts';
import { requestedHost } from './requested-host.ts';
import { splitTarget, type Target } from './split-target.ts';

export interface SiteListenerOptions {
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
  /** Finds a site by the Host header. */
  readonly find: (host: string | undefined) => ServedSite | undefined;
  /** Returns the network that limits count as the client (`clientNetwork`). */
  readonly networkOf: (request: HttpExchange['request']) => string;
  /** Answers paths on this port that don't belong to a site. Returns true if it has answered the request or will. */
  readonly answerOwn?: ((pathname: string, exchange: HttpExchange) => boolean) | undefined;
  /**
   * Decides whether a request may read a site: returns the exchange for the response, or `undefined` after it has
   * answered. If omitted, everyone may read every site.
   */
  readonly admit?:
    | ((site: ServedSite, exchange: HttpExchange) => HttpExchange | undefined | Promise<HttpExchange | undefined>)
    | undefined;
}

/** Creates the listener for node:http, and for the compatibility layer of node:http2. */
export function createSiteListener(options: SiteListenerOptions): RequestListener {
  const { observer, nowMs, isStopping, find, networkOf, answerOwn, admit } = options;
  return (request, response) => {
    const exchange = new HttpExchange(request, response, observer, nowMs());
    if (isStopping()) response.shouldKeepAlive = false;
    const host = requestedHost(request);
    if (host === undefined && (request.headers.host !== undefined || request.httpVersion === '1.1')) {
      response.shouldKeepAlive = false;
      return sendText(exchange, 400, 'The Host header is missing or occurs more than once.\n');
    }
    const { pathname, query } = splitTarget(request.url ?? '');
    if (answerOwn?.(pathname, exchange) === true) return;
    const site = find(host);
    exchange.network = networkOf(request);
    if (site === undefined || admit === undefined) return answer(exchange, site, { pathname, query });
    const shown = admit(site, exchange);
    const view =
      shown instanceof Promise ? shown.then((known) => known && viewFor(known, site)) : shown && viewFor(shown, site);
    if (!(view instanceof Promise)) return view && answer(view.exchange, view.site, { pathname, query });
    view
      .then((known) => known && answer(known.exchange, known.site, { pathname, query }))
      .catch((error: unknown) => {
        exchange.failed(error);
        if (response.headersSent) response.destroy();
        else
          sendUnavailable(
            exchange,
            "This site can't be shown to you at the moment. Try again in a moment.\n",
            retrySeconds,
          );
      });
  };
}

interface ReaderView {
  readonly exchange: HttpExchange;
  readonly site: ServedSite;
}

/** Returns the site as the reader of an admitted request sees it. */
function viewFor(exchange: HttpExchange, site: ServedSite): ReaderView | Promise<ReaderView> {
  const view = site.viewOf(exchange.audience);
  return view instanceof Promise ? view.then((known) => ({ exchange, site: known })) : { exchange, site: view };
}

const retrySeconds = 5;

function answer(exchange: HttpExchange, site: ServedSite | undefined, { pathname, query }: Target): void {
  const { request } = exchange;
  const concernsReaders = site?.concernsReaders(request, pathname) === true;
  if (concernsReaders && site.takeReport(exchange, pathname)) return;
  if (site?.answerService(pathname, query, exchange) === true) return;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(exchange, 405, 'Only GET and HEAD are allowed.\n');
  if (site === undefined) return sendText(exchange, 404, 'There is no site with this name.\n');
  site.answer(pathname, query, exchange);
  if (concernsReaders) site.noteAnswered(request, pathname);
}
