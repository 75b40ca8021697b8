import type { S3Store, S3StoreSettings } from './s3-store.ts';

/** Loads the S3 client (0.8 MB of code) only if bundles are stored in S3. */
export async function openS3Store(settings: S3StoreSettings): Promise<S3Store> {
  const { S3Store: Store } = await import('./s3-store.ts');
  return new Store(settings);
}
