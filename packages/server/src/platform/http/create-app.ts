import { defaultMaxBodyBytes, idPrefixes } from '@docwright/contract';
import { AddressLimit, boundConnections, type ConnectionBounds } from '@docwright/site-server';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { newId } from '../ids/index.ts';
import type { Logger } from '../log/index.ts';
import { ApiError } from './api-error.ts';
import { boundBodies, defaultBodyBounds, type BodyBounds } from './bound-bodies.ts';
import { createContainedServers } from './contained-server.ts';
import { toErrorBody } from './error-body.ts';
import { registerBodyParsers } from './parse-body.ts';
import { createParserErrors } from './parser-errors.ts';
import { requireReadableRedirects } from './require-readable-redirects.ts';
import { requireSingleHeaders } from './require-single-headers.ts';
import { requireStorableAddresses } from './storable-text.ts';
import { toApiError } from './to-api-error.ts';
import { createValidatorCompiler } from './validate.ts';

export interface AppOptions {
  readonly log: Logger;
  /** Whether an error means that a dependency is temporarily unavailable, so that the caller is asked to retry. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Addresses or networks of proxies whose `X-Forwarded-…` headers are trusted. By default, none are trusted. */
  readonly trustedProxies?: readonly string[];
  readonly bodies?: BodyBounds;
  readonly connections?: ConnectionBounds;
  /** Called for each exception that would have ended the process, for metrics. */
  readonly onFault?: () => void;
  /** Called once for each finished request, for metrics. `route` is the pattern, not the path. */
  readonly onFinished?: (request: { method: string; route: string; status: number; durationMs: number }) => void;
}

/** Maximum bytes of the request line and the headers; the message of `headers_too_large` contains it. */
const maxHeaderSize = 16_384;

/**
 * A connection without traffic, or whose client doesn't read, is closed after this time, which is longer than a long
 * poll and a stream's heartbeat.
 */
const stalledMs = 180_000;

/**
 * Creates the HTTP application without routes: with request IDs, uniform errors and limits, and without a header that
 * names the software.
 */
export function createApp(options: AppOptions): FastifyInstance {
  const sendError = createErrorSender(options);
  const newRequestId = (): string => newId(idPrefixes.request);
  const parserErrors = createParserErrors({
    newRequestId,
    onError: ({ status, code, cause }, requestId) =>
      options.log.info(
        { requestId, status, code, ...(cause instanceof Error && { cause: cause.message }) },
        'not a request',
      ),
  });
  const loggerInstance: FastifyBaseLogger = options.log;
  const servers = createContainedServers({
    newRequestId,
    log: options.log,
    toApiError: (error) => toAnswer(error, options.isUnavailable),
    onFault: () => options.onFault?.(),
  });
  const app = fastify({
    loggerInstance,
    // The hook below writes one line for each request. Responses also contain the ID as `requestId`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: defaultMaxBodyBytes,
    genReqId: (request) => servers.requestIdOf(request),
    requestIdHeader: false,
    // Otherwise, clients could forge the client address in logs, delays and the audit log.
    trustProxy:
      options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    forceCloseConnections: 'idle',
    // IDs of any length match their route, which responds with 404 to callers with a key.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: false },
    clientErrorHandler: parserErrors.answer,
    // Node's own response to a missing Host has no body.
    serverFactory: (handler) => servers.create(handler, { requireHostHeader: false, maxHeaderSize }),
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => sendError(error, request.id, reply as unknown as FastifyReply),
  });
  parserErrors.watch(app.server);
  const methodsOf = collectRoutes(app);
  registerBodyParsers(app);
  boundBodies(app, options.bodies ?? defaultBodyBounds);
  limitConnections(app, options);
  app.setValidatorCompiler(createValidatorCompiler());
  // Responses are written without a schema, because types are checked at compile time and by the property test.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  requireSingleHeaders(app);
  requireStorableAddresses(app);
  requireReadableRedirects(app);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('x-content-type-options')) void reply.header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    options.onFinished?.({ method: request.method, route, status: reply.statusCode, durationMs: reply.elapsedTime });
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request.id, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methodsOf(path);
    const error =
      allowed.length > 0
        ? new ApiError('method_not_allowed', `${request.method} is not allowed here; allowed: ${allowed.join(', ')}.`, {
            headers: { allow: allowed.join(', ') },
          })
        : new ApiError(
            'not_found',
            `This path does not exist. The manual is at /docs, the API description at /openapi.json.`,
          );
    sendError(error, request.id, reply);
  });
  return app;
}

/** Converts an error. Never throws: after an exception here, Fastify would send a response in a different format. */
function toAnswer(...[error, isUnavailable, maxBodyBytes]: Parameters<typeof toApiError>): ApiError {
  try {
    return toApiError(error, isUnavailable, maxBodyBytes);
  } catch (second) {
    return toApiError(new AggregateError([error, second], 'the error could not be described'), isUnavailable);
  }
}

function limitConnections({ server }: FastifyInstance, { connections, trustedProxies = [] }: AppOptions): void {
  if (connections === undefined) return;
  const addresses = new AddressLimit(connections.perAddress, trustedProxies);
  boundConnections(server, { maxConnections: connections.total, addresses, stalledMs });
}

/**
 * Writes the common error format. The service's own faults are logged with their cause, which isn't sent to the caller.
 */
function createErrorSender(options: AppOptions) {
  return (error: unknown, requestId: string, reply: FastifyReply): void => {
    const answer = toAnswer(error, options.isUnavailable, reply.request.routeOptions.bodyLimit);
    if (answer.status >= 500) options.log.error({ err: answer.cause ?? answer, requestId }, 'request failed');
    void reply
      .code(answer.status)
      .headers({ ...answer.headers, 'x-request-id': requestId, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(toErrorBody(answer, requestId));
  };
}

/** Returns the methods that a path supports, for a 405 response and its `Allow` header. */
function collectRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const source = url
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*');
    for (const name of [method].flat()) routes.push({ method: name, pattern: new RegExp(`^${source}$`) });
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
