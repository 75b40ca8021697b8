/**
 * An exception ends the request that caused it, never the process.
 *
 * 1. The listener, and every listener of the request and the response, run inside of the request: what they throw is its fault.
 * 2. So is what is thrown later by a timer, a socket or a promise that nobody awaits, if the request's code started it.
 * 3. What is thrown before there is a request, or between two, ends its connection.
 * 4. Whatever belongs to no connection ends the process, as it would without this.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { inspect } from 'node:util';

export type FaultHandler = (error: unknown) => void;

/** Of the process, like the exceptions that it catches: an `AsyncLocalStorage` of each server would not see those of the others. */
const current = new AsyncLocalStorage<FaultHandler>();

/** Runs `work` as part of a request. `onFault` gets what it throws now or later; it must not throw itself. */
export function runContained(onFault: FaultHandler, work: () => void): void {
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

/** The same listener with its exceptions handed to `onFault`. */
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

/** Hands exceptions of a server's connections that belong to no request to `onFault`, and closes the connection. */
export function containConnections(server: Server, onFault: FaultHandler): void {
  const contain = (socket: Socket): void =>
    containEvents(socket, (error) => {
      socket.destroy();
      onFault(error);
    });
  for (const event of ['connection', 'secureConnection']) server.prependListener(event, contain);
}

/** node:http emits the events of a request where its parser runs, outside of what the request's code started. */
function containEvents(emitter: EventEmitter, fail: FaultHandler): void {
  const emit = emitter.emit.bind(emitter) as (...event: unknown[]) => boolean;
  emitter.emit = (...event: unknown[]): boolean => {
    let isHeard = true;
    runContained(fail, () => {
      isHeard = emit(...event);
    });
    return isHeard;
  };
}

/**
 * Catches the exceptions of rules 2 and 3 in the process that calls it, until the returned function is called.
 * @param onFatal is told of an exception of rule 4 before the process ends with exit code 1
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
  // Rejections that nobody handles come here too: that is the default of Node, `--unhandled-rejections=throw`.
  process.on('uncaughtException', onException);
  return () => void process.off('uncaughtException', onException);
}
