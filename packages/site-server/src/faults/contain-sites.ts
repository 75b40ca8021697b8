import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpExchange, type ExchangeObserver } from '../answer/exchange.ts';
import { sendText } from '../answer/plain-answers.ts';
import { containFaults } from './contain-faults.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const text = 'This page cannot be served at the moment.\n';

/** Returns the listener of a port for sites with each request's exceptions answered 500 and reported to the observer. */
export function containSiteRequests(
  onRequest: Listener,
  { observer, nowMs }: { readonly observer: ExchangeObserver; readonly nowMs: () => number },
): Listener {
  return containFaults(onRequest, (error, request, response) => {
    const exchange = new HttpExchange(request, response, observer, nowMs());
    exchange.failed(error);
    if (response.writableEnded || response.destroyed || exchange.breakOff()) return;
    if (request.httpVersionMajor === 1) response.shouldKeepAlive = false;
    sendText(exchange, 500, text);
  });
}
