import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * Whether PostgreSQL stores text unchanged. PostgreSQL refuses NUL in text and in JSON, and half of a surrogate pair
 * would be converted to U+FFFD before it is stored.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export const storableTextRule = 'must not contain the character NUL or half of a surrogate pair';

/**
 * Checks the addresses of all routes, with or without a schema. A path with such text can't refer to an existing
 * object. A query with such text makes the request invalid. Schemas check the fields of bodies.
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

/** The error for an ID that no object can have. It is the same as for a valid ID of a nonexistent object. */
export const nothingThere = (): ApiError => new ApiError('not_found', 'The object does not exist.');
