import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Browsers don't pipeline, and clients that do rarely send more than ten requests in advance. */
export const maxPipelined = 32;

/**
 * Closes a connection that sends another request while `maxPipelined` of its requests are in progress. Node starts all
 * requests of a received chunk, up to 2,000, at the same time. Only for HTTP/1, because HTTP/2 streams have their own
 * limit.
 */
export function limitPipelining(listener: Listener): Listener {
  const running = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (running.get(socket) ?? 0) + 1;
    // The parser continues to the end of the chunk, even if the connection is destroyed.
    if (count > maxPipelined || socket.destroyed) return void socket.destroy();
    running.set(socket, count);
    response.once('close', () => running.set(socket, (running.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}
