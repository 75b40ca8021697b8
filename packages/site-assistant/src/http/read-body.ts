import type { IncomingMessage } from 'node:http';
import { JsonTooDeep, parseJson } from '@docwright/bundle';
import { ServiceError } from './service-error.ts';

/** Maximum size of a body: large enough for threads of any realistic length. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** @throws ServiceError */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MAX_BODY_BYTES) throw tooLarge(declared);
  for await (const part of request) {
    const piece: Buffer = part;
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) throw tooLarge(bytes);
    parts.push(piece);
  }
  try {
    return parseJson(Buffer.concat(parts));
  } catch (error) {
    const levels = error instanceof JsonTooDeep ? ` of at most ${error.maxDepth} levels` : '';
    throw new ServiceError('request-invalid', `the body must be JSON in UTF-8${levels}`);
  }
}

function tooLarge(bytes: number): ServiceError {
  return new ServiceError('body-too-large', `the body has ${bytes} bytes; at most ${MAX_BODY_BYTES} are allowed`);
}
