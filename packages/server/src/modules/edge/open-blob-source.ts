import type { Readable } from 'node:stream';
import { BundleError, indexArchive, type ReadRange } from '@docwright/bundle';
import {
  FairSlots,
  openBundleSource,
  SiteError,
  type BundleSource,
  type PieceCache,
  type SiteSource,
} from '@docwright/site-server';
import { BlobStoreError, type BlobStore } from '../../platform/blob-store/index.ts';
import { indexKeyOf, readVectorsBeside } from '../site-bundles/index.ts';

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

export interface BlobSourceDeps {
  readonly blobs: BlobStore;
  readonly cache: PieceCache;
  /** A reader waits no longer for a store that says nothing. Default: 4 s. */
  readonly patienceMs?: number;
  /** Shared by all sources of a process, so that each site has a share. Default: reads of this source alone. */
  readonly reads?: FairSlots;
}

/** A store that is there answers within some tens of milliseconds; one that is away often takes connections and says nothing. */
const usualPatienceMs = 4_000;
/** The largest index that is read: of a million files. */
const maxIndexBytes = 128 * 1024 * 1024;
/** Reads that run at the same time, and those that wait. Each has at most a piece of a file, 1 MiB. */
const maxReads = 128;
const maxWaitingReads = 1_000;

/** A site that is asked for more than its share is told to wait, and no other. */
export const openBlobReads = (): FairSlots => new FairSlots(maxReads, maxWaitingReads);

/**
 * A bundle as it lies in the blob store: its index is read once, its files by ranges when they are asked for.
 * @throws BlobStoreError, BundleError where it is gone or damaged, SiteError `version-unreachable` while the store is away
 */
export async function openBlobSource(
  { blobs, cache, patienceMs = usualPatienceMs, reads = openBlobReads() }: BlobSourceDeps,
  { site, blobKey, sizeBytes }: StoredSite,
): Promise<OpenedSite> {
  const readRange: ReadRange = (offset, size) => {
    // What waits for its turn waits for the same store.
    const patience = new Patience(blobKey, patienceMs);
    return reads.run([site], () => readRangeOf(blobs, blobKey, { start: offset, end: offset + size - 1 }, patience));
  };
  const parts = { site, readRange, cache, vectors: () => readVectorsBeside(blobs, blobKey) };
  const index = await readIndex(blobs, indexKeyOf(blobKey), new Patience(blobKey, patienceMs)).catch(ifItIsThere);
  if (index !== undefined) {
    try {
      return {
        source: await requireBundle(openBundleSource({ ...parts, index })),
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
  return { source: openBundleSource({ ...parts, index: made }), indexBytes: made.length };
}

/** An index may be there without its archive. */
async function requireBundle(source: BundleSource): Promise<SiteSource> {
  await source.requireReadable();
  return source;
}

async function readRangeOf(
  blobs: BlobStore,
  key: string,
  range: { readonly start: number; readonly end: number },
  patience: Patience,
): Promise<Buffer> {
  try {
    const { body } = await patience.open(blobs, key, range);
    return await readAll(body, range.end - range.start + 1, patience);
  } catch (error) {
    // What is no error of the store's own is a connection that broke.
    if (error instanceof BlobStoreError && !error.retryable) throw error;
    throw new SiteError('version-unreachable', `${key} cannot be read at the moment`, { cause: error });
  }
}

async function readIndex(blobs: BlobStore, key: string, patience: Patience): Promise<Buffer> {
  const { body, sizeBytes } = await patience.open(blobs, key);
  if (sizeBytes > maxIndexBytes) {
    body.destroy();
    throw new BlobStoreError('blob-damaged', `${key} has ${String(sizeBytes)} bytes`);
  }
  return readAll(body, sizeBytes, patience);
}

/** Whatever is wrong with an index, the archive may tell; a store that says nothing is not asked twice. */
function ifItIsThere(error: unknown): undefined {
  if (error instanceof SiteError) throw error;
}

async function readAll(body: Readable, size: number, patience: Patience): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of patience.watch(body)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > size)
      throw new BlobStoreError('blob-damaged', `more than the ${String(size)} bytes that were asked for`);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/** How long a store may say nothing: until its answer begins, counted from the question, and between two pieces of it. */
class Patience {
  readonly #key: string;
  readonly #ms: number;
  readonly #since = performance.now();

  constructor(key: string, ms: number) {
    this.#key = key;
    this.#ms = ms;
  }

  async open(blobs: BlobStore, key: string, range?: { readonly start: number; readonly end: number }) {
    const leftMs = this.#ms - (performance.now() - this.#since);
    if (leftMs <= 0) throw this.#over();
    const end = new AbortController();
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      end.abort();
      reject(this.#over());
    }, leftMs);
    const opening = blobs.open(key, range, end.signal);
    // An abort may come too late, and need not be heard.
    opening.then(({ body }) => end.signal.aborted && body.destroy()).catch(() => undefined);
    try {
      return await Promise.race([opening, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  async *watch(body: Readable): AsyncGenerator<Buffer> {
    const timer = setTimeout(() => body.destroy(this.#over()), this.#ms);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        yield chunk;
        timer.refresh();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #over(): SiteError {
    return new SiteError('version-unreachable', `the blob store says nothing of ${this.#key}`);
  }
}
