import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import {
  attachmentHeader,
  BlobStoreError,
  verifySignedLink,
  type BlobStore,
  type FileSystemStore,
  type LinkSecrets,
} from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ApiError } from '../../platform/http/index.ts';
import { parseRange } from './parse-range.ts';

/** Path of presigned downloads of the file-system blob store. With S3 the links lead there instead. */
export const downloadPath = '/v1/blobs';

export interface DownloadDeps {
  readonly blobs: FileSystemStore;
  readonly linkSecrets: LinkSecrets;
  readonly clock: Clock;
}

/** One answer for forged, altered and expired links, and for those to nothing. */
const invalidLink = (): ApiError =>
  new ApiError(
    'link_invalid',
    'This download link is not valid, has expired, or its file is gone. Ask for a new one: POST …/bundle.',
  );

export function registerDownloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  app.get(`${downloadPath}/*`, async (request, reply) => {
    const key = (request.params as { '*': string })['*'];
    const target = await deps.blobs.linkTarget(key).catch((error: unknown) => {
      throw error instanceof BlobStoreError ? invalidLink() : error;
    });
    // What was signed is the path of the service's public address, which a proxy may have cut.
    const query = new URL(request.url, 'http://localhost').searchParams;
    const link = verifySignedLink(
      deps.linkSecrets,
      target,
      { method: request.method, query },
      new Date(deps.clock.now()),
    );
    if (link === undefined) throw invalidLink();
    void reply.headers({
      'content-disposition': attachmentHeader(link.fileName),
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      etag: `"${target.sha256}"`,
    });
    return sendBlob(deps.blobs, key, request, reply);
  });
}

async function sendBlob(
  blobs: BlobStore,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const info = await blobs.head(key);
  if (info === undefined) throw invalidLink();
  const range = parseRange(request.headers.range, info.sizeBytes);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .header('content-range', `bytes */${String(info.sizeBytes)}`)
      .send();
  }
  const blob = await blobs.open(key, range);
  void reply.header('accept-ranges', 'bytes').type(blob.contentType);
  if (range !== undefined) {
    const end = range.start + blob.lengthBytes - 1;
    void reply
      .code(206)
      .header('content-range', `bytes ${String(range.start)}-${String(end)}/${String(blob.sizeBytes)}`);
  }
  return reply.header('content-length', String(blob.lengthBytes)).send(Readable.from(blob.body, { objectMode: false }));
}
