/**
 * Creates the application's server, in which an exception ends only its own request, with status 500. Fastify catches
 * exceptions of handlers and most hooks, but not those of callbacks (a stream, a timer, the formatter of schema
 * errors).
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { containConnections, containFaults, limitPipelining } from '@docwright/site-server';
import type { Logger } from '../log/index.ts';
import type { ApiError } from './api-error.ts';
import { toErrorBody, toErrorHeaders } from './error-body.ts';

export interface ContainedServerOptions {
  readonly newRequestId: () => string;
  readonly log: Logger;
  readonly toApiError: (error: unknown) => ApiError;
  /** Called for each contained exception, for the metrics. */
  readonly onFault: () => void;
}

/**
 * Longer than the timeout of common load balancers (60 s), which would otherwise reuse a connection that is being
 * closed.
 */
const keepAliveMs = 72_000;

export interface ContainedServers {
  /** For Fastify's `serverFactory`. */
  readonly create: (
    handler: (request: IncomingMessage, response: ServerResponse) => void,
    settings: ServerOptions,
  ) => Server;
  /** For Fastify's `genReqId`: the ID with which this request's faults are logged. */
  readonly requestIdOf: (request: IncomingMessage) => string;
}

export function createContainedServers(options: ContainedServerOptions): ContainedServers {
  const { newRequestId, log, onFault } = options;
  const ids = new WeakMap<IncomingMessage, string>();
  const requestIdOf = (request: IncomingMessage): string => {
    const known = ids.get(request) ?? newRequestId();
    ids.set(request, known);
    return known;
  };
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const requestId = requestIdOf(request);
    log.error({ err: error, requestId }, 'request failed');
    onFault();
    if (response.writableEnded) return;
    if (response.headersSent || response.destroyed) return void response.destroy();
    const answer = options.toApiError(error);
    const body = toErrorBody(answer, requestId);
    // The rest of the request isn't read.
    const ends = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    response.writeHead(answer.status, { ...toErrorHeaders(answer, requestId), ...ends });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  return {
    requestIdOf,
    create: (handler, settings) => {
      // Requests for other protocols, such as HTTP/2 without TLS, are answered as ordinary requests.
      const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
      const server = createServer(
        { ...settings, shouldUpgradeCallback },
        limitPipelining(containFaults(handler, fail)),
      );
      server.keepAliveTimeout = keepAliveMs;
      // Bodies have their own limit, so this one is turned off. The limit for headers stays, because only the
      // constructor derives it from this one.
      server.requestTimeout = 0;
      containConnections(server, (error) => {
        log.error({ err: error }, 'connection failed');
        onFault();
      });
      return server;
    },
  };
}
