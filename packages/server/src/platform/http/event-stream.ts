import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** A comment that keeps proxies from closing a quiet stream. */
const heartbeatMs = 15_000;

/**
 * Answers with server-sent events (WHATWG HTML, 9.2): `produce` sends until it returns. A client that reads slowly slows
 * it down; one that hangs up makes `send` reject.
 */
export function sendEventStream(
  reply: FastifyReply,
  produce: (send: (event: ServerSentEvent) => Promise<void>) => Promise<void>,
): FastifyReply {
  const stream = new PassThrough();
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs);
  const send = async ({ id, event, data }: ServerSentEvent): Promise<void> => {
    if (stream.destroyed) throw new Error('the client hung up');
    const flushed = stream.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (!flushed) await new Promise<void>((resolve) => stream.once('drain', resolve).once('close', resolve));
  };
  // An empty comment first: the client sees the headers before the first event.
  stream.write(': \n\n');
  produce(send)
    .catch((error: unknown) => {
      if (!stream.destroyed) reply.log.warn({ err: error }, 'event stream ended early');
    })
    .finally(() => {
      clearInterval(heartbeat);
      stream.end();
    });
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream')
    .send(stream);
}
