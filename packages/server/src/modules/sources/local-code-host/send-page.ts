import type { FastifyReply } from 'fastify';
import type { ImageFile } from './describe-repository.ts';
import { toContentSecurityPolicy, type PageFrame } from './pages/layout.ts';
import { messagePage } from './pages/repository-page.ts';

export function sendPage(reply: FastifyReply, { baseUrl }: Pick<PageFrame, 'baseUrl'>, page: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': toContentSecurityPolicy(baseUrl),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // The address contains the token, so it must not be sent to other sites.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

/** Sends a repository's file as an image. Whatever the file contains, it can't run scripts or load anything. */
export function sendImage(reply: FastifyReply, { type, bytes }: ImageFile): FastifyReply {
  return reply
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .type(type)
    .send(bytes);
}

/** Responds with 404. The response is the same for a missing page and for an invalid link to an existing page. */
export function sendMissing(reply: FastifyReply, frame: PageFrame): FastifyReply {
  const text = 'There is nothing at this address, or the link is incomplete or has expired.';
  return sendPage(reply.code(404), frame, messagePage(frame, 'Not found', text));
}
