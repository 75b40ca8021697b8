import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { matchesEtag, parseRange } from '@docwright/site-server';
import {
  attachmentHeader,
  BlobStoreError,
  verifySignedLink,
  type BlobStore,
  type FileSystemStore,
  type LinkSecrets,
} from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { ApiError } from '../../../platform/http/index.ts';

/** Path of presigned downloads from the file-system blob store. With S3, links point to the S3 server instead. */
export const downloadPath = '/v1/blobs';

export interface DownloadDeps {
  readonly blobs: FileSystemStore;
  readonly linkSecrets: LinkSecrets;
  readonly clock: Clock;
}

/** Creates the error for forged, altered, and expired links, and for links to missing objects. */
const invalidLink = (): ApiError =>
  new ApiError(
    'link_invalid',
    'This download link is invalid or has expired, or its file was deleted. Get a new one: POST …/bundle.',
  );

export function registerDownloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  app.get(`${downloadPath}/*`, async (request, reply) => {
    const key = (request.params as { '*': string })['*'];
    const target = await deps.blobs.linkTarget(key).catch((error: unknown) => {
      throw error instanceof BlobStoreError ? invalidLink() : error;
    });
    // The signature covers the path of the service's public address, which a proxy may have shortened.
    const query = new URL(request.url, 'http://localhost').searchParams;
    const link = verifySignedLink(
      deps.linkSecrets,
      target,
      { method: request.method, query },
      new Date(deps.clock.now()),
    );
    if (link === undefined) throw invalidLink();
    const etag = `"${target.sha256}"`;
    void reply.headers({ 'content-security-policy': 'sandbox', 'cache-control': 'private, no-store', etag });
    const { 'if-none-match': known } = request.headers;
    if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
    void reply.header('content-disposition', attachmentHeader(link.fileName));
    return sendBlob(deps.blobs, { key, etag }, request, reply);
  });
}

/**
 * Returns the requested range, or `''` if its condition names a different version, whose range would damage a partly
 * downloaded file (RFC 9110, 13.1.5).
 */
function readRange({ range, 'if-range': condition }: IncomingHttpHeaders, etag: string): string {
  return condition === undefined || condition === etag ? (range ?? '') : '';
}

async function sendBlob(
  blobs: BlobStore,
  { key, etag }: { readonly key: string; readonly etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const info = await blobs.head(key);
  if (info === undefined) throw invalidLink();
  const range = parseRange(readRange(request.headers, etag), info.sizeBytes);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${info.sizeBytes}`).send();
  }
  const blob = await blobs.open(key, range);
  void reply.header('accept-ranges', 'bytes').type(blob.contentType);
  if (range !== undefined) {
    const end = range.start + blob.lengthBytes - 1;
    void reply.code(206).header('content-range', `bytes ${range.start}-${end}/${blob.sizeBytes}`);
  }
  return reply.header('content-length', String(blob.lengthBytes)).send(Readable.from(blob.body, { objectMode: false }));
}
