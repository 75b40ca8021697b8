import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * Whether PostgreSQL keeps a text as it was sent. It refuses NUL, in text and in JSON, and half of a surrogate pair would
 * become U+FFFD on its way there: something else than the caller wrote.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export const storableTextRule = 'must not hold the character NUL or half of a surrogate pair';

/**
 * Looks at what the address of any route holds, whether it has a schema or not. In the path such text names nothing that
 * could be there; in the query it is a fault of the request. Fields of bodies are looked at by their schemas.
 */
export function requireStorableAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query }) => {
    for (const value of Object.values(params as Record<string, unknown>)) {
      if (typeof value === 'string' && !isStorableText(value)) throw nothingThere();
    }
    for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
      if ([name, value].flat().every((text) => typeof text !== 'string' || isStorableText(text))) continue;
      const path = `/${name}`;
      throw new ApiError('invalid_request', `The query is not valid: ${JSON.stringify(name)} ${storableTextRule}.`, {
        details: [{ path, message: storableTextRule }],
      });
    }
  });
}

/** For an id that no object can have: the same as for one that none happens to have. */
export const nothingThere = (): ApiError => new ApiError('not_found', 'There is no such object.');
