import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireBlobKey, requireBlobPrefix } from './blob-key.ts';
import type {
  BlobInfo,
  BlobSource,
  BlobStore,
  ByteRange,
  OpenBlob,
  PresignOptions,
  PutOptions,
  StoredBlob,
} from './blob-store.ts';
import { BlobStoreError, blobNotFound, rangeInvalid } from './errors.ts';
import { hashSource } from './hash-source.ts';
import { attachmentHeader } from './signed-link.ts';

export interface S3StoreSettings {
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Endpoint of a server other than Amazon's: `http://s3.internal:9000`. */
  readonly endpoint?: string;
  /** The address of the same server for browsers and CI, used in links. Default: `endpoint`. */
  readonly publicEndpoint?: string;
}

/** The signature's own limit (AWS Signature Version 4, query parameters). */
const maxLinkSeconds = 7 * 86_400;
/** Size of a part, above S3's minimum. One upload uses at most this amount of memory times `queueSize`. */
const partBytes = 8 * 1024 * 1024;

/** Objects in a bucket of any S3-compatible server. */
export class S3Store implements BlobStore {
  readonly #bucket: string;
  readonly #client: S3Client;
  /** Signs links, and never connects. */
  readonly #linkClient: S3Client;

  constructor(settings: S3StoreSettings) {
    this.#bucket = settings.bucket;
    this.#client = new S3Client(clientConfig(settings, settings.endpoint));
    this.#linkClient = new S3Client(clientConfig(settings, settings.publicEndpoint ?? settings.endpoint));
  }

  async put(key: string, source: BlobSource, options: PutOptions): Promise<StoredBlob> {
    requireBlobKey(key);
    let sourceError: unknown;
    const { chunks, result } = hashSource(source, options.signal);
    const body = Readable.from(chunks, { objectMode: false });
    body.once('error', (error) => {
      sourceError = error;
    });
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: body, ContentType: options.contentType },
      partSize: partBytes,
      queueSize: 2,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
      return result();
    } catch (error) {
      throw sourceError ?? toStoreError(error, key);
    } finally {
      body.destroy();
    }
  }

  async open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<OpenBlob> {
    requireBlobKey(key);
    const bytes = range && `bytes=${range.start}-${range.end ?? ''}`;
    if (range && (range.start < 0 || (range.end !== undefined && range.end < range.start)))
      throw rangeInvalid(key, undefined);
    const answer = await this.#client
      .send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(bytes && { Range: bytes }) }),
        signal && { abortSignal: signal },
      )
      .catch((error: unknown) => {
        throw toStoreError(error, key);
      });
    return toOpenBlob(answer, key);
  }

  async head(key: string): Promise<BlobInfo | undefined> {
    requireBlobKey(key);
    try {
      const answer = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
      return { key, sizeBytes: answer.ContentLength ?? 0, modifiedAt: answer.LastModified ?? new Date(0) };
    } catch (cause) {
      const error = toStoreError(cause, key);
      if (error instanceof BlobStoreError && error.code === 'blob-not-found') return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    requireBlobKey(key);
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
    } catch (cause) {
      const error = toStoreError(cause, key);
      // Some servers (Swift) return this; Amazon's doesn't.
      if (!(error instanceof BlobStoreError && error.code === 'blob-not-found')) throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<BlobInfo> {
    requireBlobPrefix(prefix);
    let token: string | undefined;
    do {
      const page = await this.#client
        .send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: prefix,
            ...(token && { ContinuationToken: token }),
          }),
        )
        .catch((error: unknown) => {
          throw toStoreError(error, prefix);
        });
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async presign(key: string, options: PresignOptions): Promise<string> {
    if (!(await this.head(key))) throw blobNotFound(key);
    const seconds = Math.floor((options.expiresAt.getTime() - Date.now()) / 1000);
    if (seconds > maxLinkSeconds) {
      throw new BlobStoreError(
        'blob-store-refused',
        `A link for ${seconds} s is longer than S3 allows (${maxLinkSeconds} s).`,
      );
    }
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentDisposition: attachmentHeader(options.fileName),
    });
    return getSignedUrl(this.#linkClient, command, { expiresIn: Math.max(1, seconds) });
  }

  async close(): Promise<void> {
    this.#client.destroy();
    this.#linkClient.destroy();
  }
}

function clientConfig(settings: S3StoreSettings, endpoint: string | undefined): S3ClientConfig {
  return {
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    ...(endpoint !== undefined && { endpoint }),
    // Servers other than Amazon's support neither buckets as host names nor the newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    maxAttempts: 5,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

function toOpenBlob(answer: GetObjectCommandOutput, key: string): OpenBlob {
  const lengthBytes = answer.ContentLength ?? 0;
  const total = answer.ContentRange?.split('/').at(-1);
  if (!(answer.Body instanceof Readable))
    throw new BlobStoreError('blob-store-unavailable', `The response for ${key} has no body.`);
  return {
    body: answer.Body,
    lengthBytes,
    sizeBytes: total === undefined ? lengthBytes : Number(total),
    contentType: answer.ContentType ?? 'application/octet-stream',
  };
}

function toStoreError(error: unknown, key: string): unknown {
  if (error instanceof BlobStoreError) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchBucket')
    return new BlobStoreError('blob-store-refused', 'The bucket does not exist.', { cause: error });
  if (status === 404) return blobNotFound(key, error);
  if (status === 416) return rangeInvalid(key, undefined, error);
  const reason = error instanceof Error ? error.message || error.name : String(error);
  if (status === 401 || status === 403) {
    return new BlobStoreError('blob-store-refused', `The S3 server refused the request (${status} ${name}).`, {
      cause: error,
    });
  }
  return new BlobStoreError('blob-store-unavailable', `The S3 server's response is invalid: ${reason}`, {
    cause: error,
  });
}
