import { isUtf8 } from 'node:buffer';
import { JsonTooDeep, requireJsonDepth } from '@docwright/bundle';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of nesting levels in this route's bodies, if it isn't `defaultJsonDepth`. */
    readonly maxBodyDepth?: number;
  }
}

/**
 * Accepts only JSON, or an empty body if none is needed: scripts send `curl -X POST -d ''` or an empty body with a JSON
 * content type to operations without a body.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  // `__proto__` and `constructor` would change the prototype of the object into which they are copied, so they are
  // removed. Each operation refuses or ignores other unknown fields.
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const problem = findProblem(request, body);
    if (problem === undefined) void parseJson(request, body.toString('utf8'), done);
    else done(problem);
  });
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.routeOptions.schema?.body === undefined) done(null, undefined);
    else done(unsupported(request.headers['content-type']));
  });
}

/** The reason why a body isn't parsed at all. */
function findProblem(request: FastifyRequest, body: Buffer): ApiError | undefined {
  const encoding = encodingOf(request);
  if (encoding !== undefined) return compressed(encoding);
  // Decoding would replace invalid bytes with U+FFFD.
  if (!isUtf8(body)) return new ApiError('invalid_json', 'The body is not JSON: its bytes are not UTF-8.');
  try {
    requireJsonDepth(body.toString('latin1'), request.routeOptions.config.maxBodyDepth);
    return undefined;
  } catch (error) {
    if (error instanceof JsonTooDeep) return tooDeep(error);
    throw error;
  }
}

function tooDeep({ maxDepth }: JsonTooDeep): ApiError {
  const message = `must have at most ${maxDepth} levels of arrays and objects`;
  return new ApiError('invalid_request', `The body is not valid: it ${message}.`, {
    details: [{ path: '/', message }],
  });
}

function encodingOf(request: FastifyRequest): string | undefined {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  return encoding === undefined || encoding === '' || encoding === 'identity' ? undefined : encoding;
}

/** Returns the error for a compressed body. The response lists the accepted encodings (RFC 9110, 15.5.16). */
const compressed = (encoding: string): ApiError =>
  new ApiError(
    'unsupported_media_type',
    `The body is encoded as "${encoding.slice(0, 100)}". Send it uncompressed, without the header "Content-Encoding".`,
    { headers: { 'accept-encoding': 'identity' } },
  );

function unsupported(contentType: string | undefined): ApiError {
  const described = contentType === undefined ? 'without a content type' : `"${contentType.slice(0, 100)}"`;
  return new ApiError(
    'unsupported_media_type',
    `The body is ${described}, but must be JSON. Send the header "Content-Type: application/json".`,
  );
}
