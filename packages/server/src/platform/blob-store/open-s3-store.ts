import type { S3Store, S3StoreSettings } from './s3-store.ts';

/** Reads the client of S3, 0.8 MB of code, where bundles are kept there and not before. */
export async function openS3Store(settings: S3StoreSettings): Promise<S3Store> {
  const { S3Store: Store } = await import('./s3-store.ts');
  return new Store(settings);
}
