/**
 * Node's HTTP parser rejects some requests before the application receives them. Node's own responses to these requests
 * don't have the common error format, so this module writes the error to the socket itself.
 *
 * 1. The error never overtakes the response to an earlier request on the same connection: it waits until that response
 *    is sent.
 * 2. The error has the `Connection: close` header, and the connection is closed after it, because the rest can't be
 *    parsed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusedMethod } from '@docwright/site-server';
import { ApiError } from './api-error.ts';
import { toErrorBody, toErrorHeaders } from './error-body.ts';

export interface ParserErrorOptions {
  readonly newRequestId: () => string;
  readonly onError: (error: ApiError, requestId: string) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Time that a client has to read the error before its socket is closed. */
const lingerMs = 2_000;

export type AnswerParserError = (error: NodeJS.ErrnoException, socket: Duplex) => void;

/** Use this as the listener for `clientError`. `watch` handles errors that Node reports through other events. */
export function createParserErrors(options: ParserErrorOptions): {
  readonly answer: AnswerParserError;
  readonly watch: (server: Server) => void;
} {
  /** The newest request of each connection. All earlier requests have been answered. */
  const newest = new WeakMap<Duplex, Exchange>();
  /** Connections that already had an error, because Node reports another error for each subsequent packet. */
  const failed = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, error: ApiError, method?: string): void => {
    if (!socket.writable) return void socket.destroy();
    const requestId = options.newRequestId();
    options.onError(error, requestId);
    socket.end(toResponse(error, requestId, method !== 'HEAD'));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  const answer: AnswerParserError = (error, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    if (failed.has(socket)) return;
    failed.add(socket);
    const last = newest.get(socket);
    if (last === undefined || last.response.writableFinished)
      return refuse(socket, toParserError(error), refusedMethod(error));
    // The body of this request can't be parsed, and the request may already have been answered.
    if (!last.request.complete && last.response.headersSent) return void socket.destroy();
    if (!last.request.complete) return refuse(socket, toParserError(error), refusedMethod(error));
    last.response.once('close', () => refuse(socket, toParserError(error), refusedMethod(error))); // 1
  };
  return {
    answer,
    watch: (server) => {
      server.on('request', (request, response) => newest.set(request.socket, { request, response }));
      server.on('checkExpectation', (request, response) => refuseExpectation(request, response, options));
      server.on('connect', (_request, socket) => {
        const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE';
        refuse(
          socket,
          new ApiError('method_not_allowed', `CONNECT is not allowed: this server is not a proxy.`, {
            headers: { allow },
          }),
        );
      });
    },
  };
}

function toParserError(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The address and headers exceed the limit of 16384 bytes.', {
        cause: error,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('payload_too_large', "The body's chunk extensions are too large.", {
        cause: error,
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The complete request did not arrive in time. Send it again.', {
        cause: error,
      });
    default:
      return new ApiError('invalid_request', 'The request is not valid HTTP/1.1.', { cause: error });
  }
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse, options: ParserErrorOptions): void {
  const shown = JSON.stringify(String(request.headers.expect).slice(0, 80));
  const error = new ApiError(
    'expectation_failed',
    `The header Expect must be "100-continue", but is ${shown}. Remove it.`,
  );
  const requestId = options.newRequestId();
  options.onError(error, requestId);
  const body = toErrorBody(error, requestId);
  const length = String(Buffer.byteLength(body));
  response.writeHead(error.status, {
    ...toErrorHeaders(error, requestId),
    'content-length': length,
    connection: 'close',
  }); // 2
  response.end(body);
}

function toResponse(error: ApiError, requestId: string, withBody: boolean): string {
  const body = toErrorBody(error, requestId);
  const headers = {
    ...toErrorHeaders(error, requestId),
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close', // 2
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${error.code}\r\n${lines.join('')}\r\n${withBody ? body : ''}`;
}
