/**
 * An exception ends the request that caused it, never the process.
 *
 * 1. The request handler and every listener of the request and the response run as part of the request; their
 *    exceptions belong to it.
 * 2. Later exceptions of a timer, a socket or an unawaited promise that the request's code started also belong to it.
 * 3. An exception of a connection without a request closes the connection.
 * 4. An exception that doesn't belong to a connection ends the process, as it would without this module.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { inspect } from 'node:util';

type FaultHandler = (error: unknown) => void;

/** Shared by all servers of the process, because the process has one handler for exceptions. */
const current = new AsyncLocalStorage<FaultHandler>();

/** Runs `work` as part of a request. `onFault` receives its exceptions, immediate or later, and must not throw. */
function runContained(onFault: FaultHandler, work: () => void): void {
  current.run(onFault, () => {
    try {
      work();
    } catch (error) {
      onFault(error);
    }
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type RequestFaultHandler = (error: unknown, request: IncomingMessage, response: ServerResponse) => void;

/** Returns the listener in a wrapper that passes its exceptions to `onFault`. */
export function containFaults(listener: Listener, onFault: RequestFaultHandler): Listener {
  return (request, response) => {
    const fail = (error: unknown): void => {
      try {
        onFault(error, request, response);
      } catch (second) {
        process.stderr.write(`${inspect(second)}\n`);
        response.destroy();
      }
    };
    containEvents(request, fail);
    containEvents(response, fail);
    runContained(fail, () => listener(request, response));
  };
}

/** Closes a connection that throws outside a request, and passes the exception to `onFault`. */
export function containConnections(server: Server, onFault: FaultHandler): void {
  const contain = (socket: Socket): void =>
    containEvents(socket, (error) => {
      socket.destroy();
      onFault(error);
    });
  for (const event of ['connection', 'secureConnection']) server.prependListener(event, contain);
}

/**
 * Passes exceptions of an emitter's listeners to `fail`. node:http emits a request's events from its parser, outside
 * the request's asynchronous context.
 */
function containEvents(emitter: EventEmitter, fail: FaultHandler): void {
  const emit = emitter.emit.bind(emitter) as (...event: unknown[]) => boolean;
  emitter.emit = (...event: unknown[]): boolean => {
    let hasListeners = true;
    runContained(fail, () => {
      hasListeners = emit(...event);
    });
    return hasListeners;
  };
}

/**
 * Catches exceptions in this process until the returned function is called: exceptions of rule 2 are passed to their
 * request.
 * @param onFatal receives an exception of rule 4 before the process ends with exit code 1
 */
export function catchProcessFaults(onFatal: (error: unknown) => void): () => void {
  const onException = (error: unknown): void => {
    const fail = current.getStore();
    if (fail !== undefined) return fail(error);
    try {
      onFatal(error);
    } finally {
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    }
  };
  // Node also reports unhandled rejections here (the default, `--unhandled-rejections=throw`).
  process.on('uncaughtException', onException);
  return () => void process.off('uncaughtException', onException);
}
