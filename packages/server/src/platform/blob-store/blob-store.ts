import type { Readable } from 'node:stream';

/**
 * The port to object storage: few operations, the same meaning for every driver (`blob-store.suite.ts` proves it).
 *
 * 1. An object appears whole or not at all: a `put` that fails or is cut leaves what was there before.
 * 2. Once `put` resolved, the object survives a crash of the machine.
 * 3. Keys are names, never paths: see `requireBlobKey`.
 * 4. Every error is a `BlobStoreError`, or what the source of a `put` threw, or the reason of its signal.
 */
export interface BlobStore {
  put(key: string, source: BlobSource, options: PutOptions): Promise<StoredBlob>;
  /**
   * @param signal who aborts it waits no longer for an answer; a body that has come is not ended by it
   * @throws BlobStoreError `blob-not-found`, `blob-range-invalid`
   */
  open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<OpenBlob>;
  /** `undefined` when there is no such object. */
  head(key: string): Promise<BlobInfo | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** All objects whose key starts with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** A link that works without any header until `expiresAt`, and answers 403 afterwards. */
  presign(key: string, options: PresignOptions): Promise<string>;
  close(): Promise<void>;
}

export type BlobSource = AsyncIterable<Uint8Array> | Uint8Array;

export interface PutOptions {
  readonly contentType: string;
  readonly signal?: AbortSignal;
}

export interface StoredBlob {
  readonly sizeBytes: number;
  /** Of the bytes, lower-case hex. */
  readonly sha256: string;
}

export interface BlobInfo {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Both ends are included, as in HTTP (RFC 9110, 14.1.2). Without `end`: to the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface OpenBlob {
  /** Read it to its end or `destroy` it. */
  readonly body: Readable;
  /** Of the whole object. */
  readonly sizeBytes: number;
  /** Of the part that `body` gives. */
  readonly lengthBytes: number;
  readonly contentType: string;
}

export interface PresignOptions {
  readonly expiresAt: Date;
  /** The name that a browser saves it under. */
  readonly fileName: string;
}
