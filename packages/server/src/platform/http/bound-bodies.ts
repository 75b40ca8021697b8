import { Transform } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { countOf } from '../words/count-of.ts';

/**
 * Time limits for receiving a body.
 *
 * 1. The whole body must arrive within `seconds`; otherwise, the response has status 408, and the connection is closed.
 * 2. A route with long bodies (`slowBody`, for `git push`) has a minimum rate instead of a time limit:
 *    `minBytesPerSecond`, measured in each period of `seconds`.
 * 3. A body that isn't read because the response was sent without it must arrive within the same time; otherwise, the
 *    connection is closed.
 */
export interface BodyBounds {
  readonly seconds: number;
  readonly minBytesPerSecond: number;
}

export const defaultBodyBounds: BodyBounds = { seconds: 30, minBytesPerSecond: 512 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If set, only the rate of this route's bodies is limited. */
    readonly slowBody?: true;
  }
}

export function boundBodies(app: FastifyInstance, bounds: BodyBounds): void {
  app.addHook('onRequest', async ({ raw, routeOptions }: FastifyRequest) => {
    if (hasBody(raw)) cutWhenLate(raw, bounds, routeOptions.config.slowBody === true);
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request.raw) || isThere(request.raw)) return payload;
    const body = new BoundBody(bounds, request.routeOptions.config.slowBody === true, () => {
      void reply.header('connection', 'close');
    });
    payload.once('error', (error) => body.destroy(error));
    // An unread body is read to its end, because the connection's next request waits for it.
    reply.raw.once('finish', () => {
      payload.unpipe(body);
      payload.resume();
      body.destroy();
    });
    return payload.pipe(body);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Whether the whole body has arrived. Most bodies arrive together with their head, and need neither a timer nor a
 * separate stream.
 */
function isThere({ complete, headers, readableLength }: IncomingMessage): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && readableLength === Number(headers['content-length']);
}

/** Applies rule 3. Waits longer than rule 1, because the response of rule 1 contains the reason. */
function cutWhenLate(raw: IncomingMessage, { seconds }: BodyBounds, isSlow: boolean): void {
  let before = -1;
  const timer = setInterval(() => {
    if (raw.complete) clearInterval(timer);
    // A body that is being read is checked in its stream.
    else if (isSlow && raw.socket.bytesRead !== before) before = raw.socket.bytesRead;
    else raw.destroy();
  }, seconds * 1500);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

/** Applies rules 1 and 2: passes the body on, or ends with the error for the caller. */
class BoundBody extends Transform {
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor({ seconds, minBytesPerSecond }: BodyBounds, isSlow: boolean, onLate: () => void) {
    super();
    const minBytes = seconds * minBytesPerSecond;
    this.#timer = setInterval(() => {
      if (isSlow && this.#bytes >= minBytes) {
        this.#bytes = 0;
        return;
      }
      onLate();
      const pace = `at least ${minBytesPerSecond} bytes per second`;
      const rule = isSlow ? `${pace} must arrive` : `it must arrive within ${countOf(seconds, 'second')}`;
      this.destroy(new ApiError('request_timeout', `The body arrives too slowly: ${rule}.`));
    }, seconds * 1000);
    this.#timer.unref();
    // A response may be sent without reading the body (413, 415). In that case, without a listener, the error would end
    // the process.
    this.on('error', () => undefined);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    clearInterval(this.#timer);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#timer);
    done(error);
  }
}
