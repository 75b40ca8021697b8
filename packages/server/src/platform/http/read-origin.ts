import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from './principal.ts';

/** Longest user agent that is kept. */
const maxUserAgentLength = 500;

/** `address` is that of the client as the trusted proxies tell it, else that of the connection. */
export function readOrigin(request: FastifyRequest): RequestOrigin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
    requestId: request.id,
  };
}
