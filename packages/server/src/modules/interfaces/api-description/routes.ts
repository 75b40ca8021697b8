import { toOpenApi } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';

/** Registers the API's own description for programs. It is created once. People read it in the manual. */
export function registerApiDescriptionRoutes(app: FastifyInstance, deps: { readonly baseUrl: string }): void {
  let description: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    // Created on the first request, because it takes 40 ms, a thirtieth of the startup time.
    description ??= JSON.stringify(toOpenApi(deps.baseUrl));
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(description);
  });
}
