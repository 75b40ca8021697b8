/** A blob store's refusal or failure. `retryable` is true if the same call may succeed later. */
export class BlobStoreError extends Error {
  readonly code: BlobStoreErrorCode;
  readonly retryable: boolean;

  constructor(code: BlobStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreError';
    this.code = code;
    this.retryable = code === 'blob-store-unavailable' || code === 'blob-store-full';
  }
}

export type BlobStoreErrorCode =
  | 'blob-key-invalid'
  | 'blob-not-found'
  | 'blob-range-invalid'
  | 'blob-damaged'
  | 'blob-store-full'
  | 'blob-store-refused'
  | 'blob-store-unavailable';

export function blobNotFound(key: string, cause?: unknown): BlobStoreError {
  return new BlobStoreError('blob-not-found', `The object ${key} does not exist.`, { cause });
}

export function rangeInvalid(key: string, sizeBytes: number | undefined, cause?: unknown): BlobStoreError {
  const size = sizeBytes === undefined ? '' : ` of ${sizeBytes} bytes`;
  return new BlobStoreError('blob-range-invalid', `The range is not within the object ${key}${size}.`, { cause });
}
