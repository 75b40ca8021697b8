import { toOpenApi } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';

/** Registers the API's own description for programs, created once. People read it in the manual. */
export function registerApiDescriptionRoutes(app: FastifyInstance, deps: { readonly baseUrl: string }): void {
  const description = JSON.stringify(toOpenApi(deps.baseUrl));
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(description),
  );
}
