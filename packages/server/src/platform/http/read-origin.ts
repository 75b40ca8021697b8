import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from './principal.ts';

/** Longest user agent that is kept. */
const maxUserAgentLength = 500;

/** `address` is the client's as reported by the trusted proxies, otherwise the connection's. */
export function readOrigin(request: FastifyRequest): RequestOrigin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
    requestId: request.id,
  };
}
