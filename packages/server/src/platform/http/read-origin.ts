import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from './principal.ts';

/** A longer user agent is truncated. */
const maxUserAgentLength = 500;

/** Reads a request's origin. `address` is the client's address as reported by trusted proxies, or the connection's. */
export function readOrigin(request: FastifyRequest): RequestOrigin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
    requestId: request.id,
  };
}
