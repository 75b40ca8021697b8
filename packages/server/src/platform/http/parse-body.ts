import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * JSON only, and no body at all where none is needed: `curl -X POST -d ''` and an empty body with a JSON content type are
 * what scripts send to operations without one.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.routeOptions.schema?.body === undefined) done(null, undefined);
    else done(unsupported(request.headers['content-type']));
  });
}

function unsupported(contentType: string | undefined): ApiError {
  const given = contentType === undefined ? 'without a content type' : `"${contentType.slice(0, 100)}"`;
  return new ApiError(
    'unsupported_media_type',
    `The body is ${given}; it must be JSON: send the header "Content-Type: application/json".`,
  );
}
