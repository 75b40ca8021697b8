/** What happens to a request on the port of sites, whichever way it came in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpExchange } from '../answer/exchange.ts';
import type { ExchangeObserver } from '../answer/exchange.ts';
import { sendText } from '../answer/plain-answers.ts';
import type { ServedSite } from '../answer/served-site.ts';
import type { SimpleExchange } from './simple-connection.ts';
import { requestedHost } from './requested-host.ts';
import { splitTarget } from './split-target.ts';

export interface SiteListenersOptions {
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
  /** By the header Host. */
  readonly find: (host: string | undefined) => ServedSite | undefined;
  /** Paths on this port that belong to no site. */
  readonly own: {
    /** Whether `answer` may answer this path. */
    has(pathname: string): boolean;
    /** True where it did; the answer may come later. */
    answer(pathname: string, exchange: HttpExchange): boolean;
  };
}

export interface SiteListeners {
  /** For node:http, and the compatibility layer of node:http2. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** For connections past node:http: what is no page, asset or redirect of a site is handed over. */
  readonly onSimple: (exchange: SimpleExchange) => void;
}

export function createSiteListeners(options: SiteListenersOptions): SiteListeners {
  const { observer, nowMs, isStopping, find, own } = options;
  return {
    onRequest: (request, response) => {
      const exchange = new HttpExchange(request, response, observer, nowMs());
      if (isStopping()) response.shouldKeepAlive = false;
      const host = requestedHost(request);
      if (host === undefined && (request.headers.host !== undefined || request.httpVersion === '1.1')) {
        response.shouldKeepAlive = false;
        return sendText(exchange, 400, 'The header Host is missing, or there is more than one.\n');
      }
      const { pathname, query } = splitTarget(request.url ?? '');
      if (own.answer(pathname, exchange)) return;
      const site = find(host);
      if (site?.takeReport(exchange, pathname) === true) return;
      if (site?.answerService(pathname, query, exchange) === true) return;
      if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(exchange, 405, 'Only GET and HEAD\n');
      if (site === undefined) return sendText(exchange, 404, 'No site has this name.\n');
      site.answer(pathname, query, exchange);
      site.noteAnswered(request, pathname);
    },
    onSimple: (exchange) => {
      const { url = '', headers } = exchange.request;
      const { pathname, query } = splitTarget(url);
      const site = own.has(pathname) ? undefined : find(headers.host);
      if (site === undefined || site.isService(pathname) || site.concernsReaders(exchange.request, pathname))
        exchange.handOver();
      else site.answer(pathname, query, exchange);
    },
  };
}
