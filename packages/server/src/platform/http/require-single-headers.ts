import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * Headers that may occur only once (RFC 9110, 5.3). If a header occurs several times, Node uses the first value, but a
 * proxy in front of the service may use the last. A request's host and key must not depend on the program that reads
 * them.
 */
const single: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** RFC 9110, 7.2: `uri-host [ ":" port ]`. */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Refuses requests in which one of these headers occurs twice or `Host` is invalid, and HTTP/1.1 requests without
 * `Host` (RFC 9112, 3.2).
 */
export function requireSingleHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const seen = new Set<string>();
    for (let at = 0; at < raw.rawHeaders.length; at += 2) {
      const name = (raw.rawHeaders[at] ?? '').toLowerCase();
      if (!single.has(name)) continue;
      if (seen.has(name)) throw refused(name, 'occurs twice, but is allowed once');
      seen.add(name);
    }
    const { host } = raw.headers;
    if (host === undefined && raw.httpVersion === '1.1') {
      void reply.header('connection', 'close');
      throw refused('host', 'is missing');
    }
    if (host !== undefined && !hostPattern.test(host))
      throw refused('host', 'must be a host name with an optional port');
  });
}

const refused = (name: string, message: string): ApiError =>
  new ApiError('invalid_request', `The header "${name}" ${message}.`, { details: [{ path: name, message }] });
