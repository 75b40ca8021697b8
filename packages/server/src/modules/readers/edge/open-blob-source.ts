import type { Readable } from 'node:stream';
import { BundleError, indexArchive } from '@docwright/bundle';
import {
  FairSlots,
  openBundleSource,
  SharedReads,
  SiteError,
  type BundleSource,
  type PieceCache,
  type SiteSource,
} from '@docwright/site-server';
import { BlobStoreError, type BlobStore } from '../../../platform/blob-store/index.ts';
import { indexKeyOf, readBundleVectors } from '../../building/site-bundles/index.ts';

export interface StoredSite {
  /** The site whose share of the cache is used. */
  readonly site: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

export interface OpenedSite {
  readonly source: SiteSource;
  /** Memory use of its index. */
  readonly indexBytes: number;
}

export interface BlobSourceDeps {
  readonly blobs: BlobStore;
  readonly cache: PieceCache;
  /** How long a reader waits for a store that sends nothing. Default: 4 s. */
  readonly patienceMs?: number;
  /**
   * Shared by all sources of a process, so that each site and client has a share. By default, the limit applies to this
   * source alone.
   */
  readonly reads?: FairSlots;
}

/**
 * A working store responds within tens of milliseconds; a broken one often accepts connections and sends nothing.
 */
const usualPatienceMs = 4_000;
/** Maximum size of an index: enough for a million files. */
const maxIndexBytes = 128 * 1024 * 1024;
/** Maximum concurrent reads. Each reads at most a piece of a file, 1 MiB. */
const maxReads = 128;
const maxWaitingReads = 1_000;

/** Creates the slots for reads. Only a site or client that exceeds its share has to wait. */
export const openBlobReads = (): FairSlots => new FairSlots(maxReads, maxWaitingReads);

/**
 * Opens a bundle in the blob store. Its index is read once, and its files by range when they are requested.
 * @throws BlobStoreError, BundleError if it is missing or damaged; SiteError `version-unreachable` while the store is
 * unavailable
 */
export async function openBlobSource(
  { blobs, cache, patienceMs = usualPatienceMs, reads = openBlobReads() }: BlobSourceDeps,
  { site, blobKey, sizeBytes }: StoredSite,
): Promise<OpenedSite> {
  const shared = new SharedReads();
  const readRange = (offset: number, size: number, network = ''): Promise<Buffer> => {
    // Created before queueing, because time in the queue is spent waiting for the same store.
    const patience = new Patience(blobKey, patienceMs);
    const read = () => readRangeOf(blobs, blobKey, { start: offset, end: offset + size - 1 }, patience);
    // Each client waits in the queue separately. Concurrent reads of the same range are then combined.
    const readOnce = () => shared.read(`${offset} ${size}`, site, read);
    return reads.run(network === '' ? [site] : [site, network], readOnce);
  };
  const parts = { site, readRange, cache, vectors: () => readBundleVectors(blobs, blobKey) };
  const index = await readIndex(blobs, indexKeyOf(blobKey), new Patience(blobKey, patienceMs)).catch(ifItIsThere);
  if (index !== undefined) {
    try {
      return {
        source: await requireBundle(openBundleSource({ ...parts, index })),
        indexBytes: index.length,
      };
    } catch (error) {
      // Recreated from the archive, which is authoritative.
      const isDamaged =
        error instanceof BundleError || (error instanceof SiteError && error.code === 'version-damaged');
      if (!isDamaged) throw error;
    }
  }
  const made = await indexArchive({ readRange, sizeBytes });
  return { source: openBundleSource({ ...parts, index: made }), indexBytes: made.length };
}

/** Checks that the archive exists, because an index may exist without it. */
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
    // Any other error is a broken connection.
    if (error instanceof BlobStoreError && !error.retryable) throw error;
    throw new SiteError('version-unreachable', `${key} can't be read at the moment`, { cause: error });
  }
}

async function readIndex(blobs: BlobStore, key: string, patience: Patience): Promise<Buffer> {
  const { body, sizeBytes } = await patience.open(blobs, key);
  if (sizeBytes > maxIndexBytes) {
    body.destroy();
    throw new BlobStoreError('blob-damaged', `${key} has ${sizeBytes} bytes`);
  }
  return readAll(body, sizeBytes, patience);
}

/**
 * Ignores a broken index, because the archive can replace it. If the store doesn't respond, no second request is sent.
 */
function ifItIsThere(error: unknown): undefined {
  if (error instanceof SiteError) throw error;
}

async function readAll(body: Readable, size: number, patience: Patience): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of patience.watch(body)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > size) throw new BlobStoreError('blob-damaged', `more than the requested ${size} bytes`);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/** How long a store may send nothing: from the request until the start of its response, and between two chunks. */
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
    // An abort may arrive too late, or be ignored.
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
    return new SiteError('version-unreachable', `the blob store sent nothing of ${this.#key} in time`);
  }
}
