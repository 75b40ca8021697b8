import { createHash } from 'node:crypto';
import { toOpenApi } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import { renderReference, referenceStyle } from './render-reference.ts';

/** The API's own description: for programs at `/openapi.json`, for people at `/reference`. Both are made once. */
export function registerApiReferenceRoutes(app: FastifyInstance, deps: { readonly baseUrl: string }): void {
  const description = JSON.stringify(toOpenApi(deps.baseUrl));
  const page = renderReference(deps.baseUrl);
  const style = createHash('sha256').update(referenceStyle).digest('base64');
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(description),
  );
  app.get('/reference', async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=300',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
