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
