import { HttpExchange, type ExchangeObserver } from '../answer/exchange.ts';
import { sendText } from '../answer/plain-answers.ts';
import type { RequestListener } from '../connections/listening-servers.ts';
import { containFaults } from './contain-faults.ts';

interface Observed {
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
}

/** Returns a listener that answers each request's exceptions with status 500 and reports them to the observer. */
export function containSiteRequests(listener: RequestListener, { observer, nowMs }: Observed): RequestListener {
  return containFaults(listener, (error, request, response) => {
    const exchange = new HttpExchange(request, response, observer, nowMs());
    exchange.failed(error);
    if (response.writableEnded || response.destroyed || exchange.breakOff()) return;
    if (request.httpVersionMajor === 1) response.shouldKeepAlive = false;
    sendText(exchange, 500, "This page can't be served at the moment.\n");
  });
}
