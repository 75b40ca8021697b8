import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError } from './api-error.ts';
import type { OpenStream } from './open-streams.ts';
import type { Principal } from './principal.ts';

export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface EventSource<Event = ServerSentEvent> {
  /** Sends events until it returns, or until `signal` aborts. */
  readonly produce: (send: (event: Event) => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** The request as an open stream. It is closed when the stream ends. */
  readonly open: OpenStream;
  /** Checks whether the caller currently has access to the events. @throws {ApiError} */
  readonly verify: (principal: Principal) => void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Returns the ID of the last event that a reconnecting client has received. */
export function readLastEventId(headers: IncomingHttpHeaders): string | undefined {
  return headers['last-event-id']?.toString();
}

/** Interval of a comment that keeps proxies from closing an idle stream. */
const heartbeatMs = 15_000;

/** Name of a stream's last event if access has ended. The event has no ID, and its data contains the reason. */
const accessEnded = 'access.ended';

/**
 * Responds with server-sent events (WHATWG HTML, 9.2). If the client reads slowly, `produce` slows down. If the client
 * disconnects, `send` rejects. If access ends, only one more event is sent, which reports this, even if `produce`
 * hasn't ended.
 */
export const sendEventStream = (reply: FastifyReply, source: EventSource): FastifyReply =>
  sendFrames(reply, source, {
    toFrame: ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    toLastFrame: (error) => {
      if (!(error instanceof ApiError)) return '';
      const data = JSON.stringify({ error: error.message, code: error.code, status: error.status });
      return `event: ${accessEnded}\ndata: ${data}\n\n`;
    },
  });

/** A chunk of the AI SDK's UI message stream. */
export type UiMessageChunk = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Like `sendEventStream`, as a UI message stream of the AI SDK (majors 5 to 7). */
export const sendUiMessageStream = (reply: FastifyReply, source: EventSource<UiMessageChunk>): FastifyReply => {
  const toFrame = (chunk: UiMessageChunk): string => `data: ${JSON.stringify(chunk)}\n\n`;
  const end = 'data: [DONE]\n\n';
  return sendFrames(reply.header('x-vercel-ai-ui-message-stream', 'v1'), source, {
    toFrame,
    toLastFrame: (error) => {
      if (error === undefined) return end;
      const errorText = error instanceof ApiError ? error.message : 'The stream ended early.';
      return toFrame({ type: 'error', errorText }) + end;
    },
  });
};

function sendFrames<Event>(
  reply: FastifyReply,
  source: EventSource<Event>,
  format: {
    readonly toFrame: (event: Event) => string;
    /** The end of the stream. `error` is `undefined` if `produce` has sent everything. */
    readonly toLastFrame: (error: unknown) => string;
  },
): FastifyReply {
  const stream = new PassThrough();
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs);
  const over = new AbortController();
  const signal = AbortSignal.any([source.signal, over.signal]);
  const send = async (event: Event): Promise<void> => {
    if (stream.destroyed || signal.aborted) throw new Error('the stream has ended');
    const flushed = stream.write(format.toFrame(event));
    if (!flushed) await untilDrained(stream);
  };
  // An empty comment is sent first, so that the client receives the headers before the first event.
  stream.write(': \n\n');
  Promise.race([source.produce(send, signal), source.open.watch(source.verify, signal)])
    .then(
      () => !stream.destroyed && stream.write(format.toLastFrame(undefined)),
      (error: unknown) => {
        if (stream.destroyed) return undefined;
        if (!(error instanceof ApiError)) reply.log.warn({ err: error }, 'event stream ended early');
        // Discards data that the client hasn't read yet.
        else if (stream.writableNeedDrain) return stream.destroy();
        return stream.write(format.toLastFrame(error));
      },
    )
    .finally(() => {
      over.abort();
      source.open.close();
      clearInterval(heartbeat);
      stream.end();
    });
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream')
    .send(stream);
}

/** Waits until the client has read the written data or closed the connection. */
async function untilDrained(stream: PassThrough): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on('drain', resolve).on('close', resolve);
  await promise;
  stream.off('drain', resolve).off('close', resolve);
}
