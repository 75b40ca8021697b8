import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpExchange, type ExchangeObserver } from '../answer/exchange.ts';
import { sendText } from '../answer/plain-answers.ts';
import type { SimpleExchange } from '../connections/simple-connection.ts';
import { containFaults, runContained } from './contain-faults.ts';

export interface SiteEntrances {
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  readonly onSimple: (exchange: SimpleExchange) => void;
}

interface Observed {
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
}

const text = 'This page cannot be served at the moment.\n';

/** Returns the entrances with each request's exceptions answered 500 and reported to the observer. */
export function containSites({ onRequest, onSimple }: SiteEntrances, observed: Observed): SiteEntrances {
  return {
    onRequest: containSiteRequests(onRequest, observed),
    onSimple: (exchange) => {
      const onFault = (error: unknown): void => {
        exchange.failed(error);
        if (exchange.isPending) sendText(exchange, 500, text);
      };
      runContained(onFault, () => onSimple(exchange));
    },
  };
}

/** `containSites` for a port that serves every request by node:http. */
export function containSiteRequests(
  onRequest: SiteEntrances['onRequest'],
  { observer, nowMs }: Observed,
): SiteEntrances['onRequest'] {
  return containFaults(onRequest, (error, request, response) => {
    const exchange = new HttpExchange(request, response, observer, nowMs());
    exchange.failed(error);
    if (response.writableEnded || response.destroyed || exchange.breakOff()) return;
    if (request.httpVersionMajor === 1) response.shouldKeepAlive = false;
    sendText(exchange, 500, text);
  });
}
