import { BundleError, indexArchive, type ReadRange } from '@docwright/bundle';
import {
  openBundleSource,
  SiteError,
  Slots,
  type BundleSource,
  type PieceCache,
  type SiteSource,
} from '@docwright/site-server';
import { BlobStoreError, type BlobStore } from '../../platform/blob-store/index.ts';
import { indexKeyOf } from '../site-bundles/index.ts';

export interface StoredSite {
  /** Whose share of the cache pays. */
  readonly site: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

export interface OpenedSite {
  readonly source: SiteSource;
  /** What is held of it in memory. */
  readonly indexBytes: number;
}

/** The largest index that is read: of a million files. */
const maxIndexBytes = 128 * 1024 * 1024;
/** Reads of one deployment at a time, and those that wait; a site that is asked for more is told to wait, and no other. */
const maxReads = 32;
const maxWaitingReads = 1000;

/**
 * A bundle as it lies in the blob store: its index is read once, its files by ranges when they are asked for.
 * @throws BlobStoreError, BundleError where it is gone or damaged, SiteError `version-unreachable` while the store is away
 */
export async function openBlobSource(
  { blobs, cache }: { readonly blobs: BlobStore; readonly cache: PieceCache },
  { site, blobKey, sizeBytes }: StoredSite,
): Promise<OpenedSite> {
  const slots = new Slots(maxReads, maxWaitingReads);
  const read = readRangeOf(blobs, blobKey);
  const readRange: ReadRange = (offset, size) => slots.run(() => read(offset, size));
  const index = await readIndex(blobs, indexKeyOf(blobKey)).catch(() => undefined);
  if (index !== undefined) {
    try {
      return {
        source: await requireBundle(openBundleSource({ site, index, readRange, cache })),
        indexBytes: index.length,
      };
    } catch (error) {
      // Made again from the archive, which says what it must be.
      const isDamaged =
        error instanceof BundleError || (error instanceof SiteError && error.code === 'version-damaged');
      if (!isDamaged) throw error;
    }
  }
  const made = await indexArchive({ readRange, sizeBytes });
  return { source: openBundleSource({ site, index: made, readRange, cache }), indexBytes: made.length };
}

/** An index may be there without its archive. */
async function requireBundle(source: BundleSource): Promise<SiteSource> {
  await source.requireReadable();
  return source;
}

const readRangeOf =
  (blobs: BlobStore, key: string): ReadRange =>
  async (offset, size) => {
    try {
      const { body } = await blobs.open(key, { start: offset, end: offset + size - 1 });
      return await readAll(body, size);
    } catch (error) {
      // What is no error of the store's own is a connection that broke.
      if (error instanceof BlobStoreError && !error.retryable) throw error;
      throw new SiteError('version-unreachable', `${key} cannot be read at the moment`, { cause: error });
    }
  };

async function readIndex(blobs: BlobStore, key: string): Promise<Buffer> {
  const { body, sizeBytes } = await blobs.open(key);
  if (sizeBytes > maxIndexBytes) {
    body.destroy();
    throw new BlobStoreError('blob-damaged', `${key} has ${String(sizeBytes)} bytes`);
  }
  return readAll(body, sizeBytes);
}

async function readAll(body: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > size)
      throw new BlobStoreError('blob-damaged', `more than the ${String(size)} bytes that were asked for`);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}
