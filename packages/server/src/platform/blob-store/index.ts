export type {
  BlobInfo,
  BlobSource,
  BlobStore,
  ByteRange,
  OpenBlob,
  PresignOptions,
  PutOptions,
  StoredBlob,
} from './blob-store.ts';
export { BlobStoreError } from './errors.ts';
export type { BlobStoreErrorCode } from './errors.ts';
export { requireBlobKey } from './blob-key.ts';
export { FileSystemStore } from './file-system-store.ts';
export type { FileSystemStoreSettings } from './file-system-store.ts';
export { hashSource } from './hash-source.ts';
export type { S3Store, S3StoreSettings } from './s3-store.ts';
export { openS3Store } from './open-s3-store.ts';
export { attachmentHeader, verifySignedLink } from './signed-link.ts';
export type { LinkSecrets, LinkTarget, SignedLink } from './signed-link.ts';
export { deleteBlobs } from './delete-blobs.ts';
