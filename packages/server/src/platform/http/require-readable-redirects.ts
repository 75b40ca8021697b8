import { maxRedirectLength } from '@docwright/site-server';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * Refuses requests that would be redirected to an address that is too long for clients. Encoding can triple the length
 * of an address that a redirect repeats.
 */
export function requireReadableRedirects(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const target = reply.getHeader('location');
    if (typeof target !== 'string' || target.length <= maxRedirectLength) return;
    reply.removeHeader('location');
    throw new ApiError(
      'headers_too_large',
      `This address would redirect to an address with more than 8,000 characters. Use a shorter address.`,
    );
  });
}
