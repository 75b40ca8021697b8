import type { Readable } from 'node:stream';

/**
 * The port to object storage: a few operations that work identically in every driver (tested by `blob-store.suite.ts`).
 *
 * 1. An object is stored completely or not at all: a `put` that fails or is interrupted leaves the previous object.
 * 2. After `put` has resolved, the object survives a crash of the machine.
 * 3. Keys are names, never paths: see `requireBlobKey`.
 * 4. Every error is a `BlobStoreError`, an error of a `put`'s source, or the reason of its signal.
 */
export interface BlobStore {
  put(key: string, source: BlobSource, options: PutOptions): Promise<StoredBlob>;
  /**
   * @param signal aborting it ends the wait for a response, but not a body that has arrived
   * @throws BlobStoreError `blob-not-found`, `blob-range-invalid`
   */
  open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<OpenBlob>;
  /** Returns `undefined` if the object doesn't exist. */
  head(key: string): Promise<BlobInfo | undefined>;
  /** Deletes an object. Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** All objects whose key starts with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** A link that works without headers until `expiresAt`, and returns 403 afterwards. */
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
  /** Digest of the bytes, lowercase hex. */
  readonly sha256: string;
}

export interface BlobInfo {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** An inclusive range, as in HTTP (RFC 9110, 14.1.2). Without `end`, it includes the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface OpenBlob {
  /** The body, which must be read to its end or destroyed. */
  readonly body: Readable;
  /** Size of the whole object. */
  readonly sizeBytes: number;
  /** Size of the part in `body`. */
  readonly lengthBytes: number;
  readonly contentType: string;
}

export interface PresignOptions {
  readonly expiresAt: Date;
  /** The name under which a browser saves it. */
  readonly fileName: string;
}
