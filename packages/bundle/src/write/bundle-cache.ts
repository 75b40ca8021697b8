import type { OpenArchive } from '../archive/archive-reader.ts';
import type { PackedFile } from './packed-file.ts';

/** The files of a finished archive. Immutable: each archive creates its own object. */
export interface CachedArchive {
  readonly gzipLevel: number;
  /** The files, in the order of the archive. */
  readonly files: readonly PackedFile[];
  /** Offsets of their content members in the archive. */
  readonly offsets: readonly number[];
  /** Path → index in `files`. */
  readonly places: ReadonlyMap<string, number>;
  /** Indexes in `files`, sorted by path. */
  readonly sorted: readonly number[];
}

/** A file of the previous archive, and its position there. */
export interface CachedFile {
  readonly file: PackedFile;
  readonly offset: number;
}

/** Approximate size of a file's objects and strings, without its members. */
const BYTES_PER_FILE = 600;

/**
 * Data from the last archive of a site for the next one: an unchanged file isn't compressed again, and isn't even read
 * if the same object is added again. The archive's bytes are the same as without the cache. Belongs to one site: two
 * sites that shared a cache could measure each other's content.
 *
 * Only the beginning of a large archive remains in memory. The rest is read from the stored archive.
 */
export class BundleCache {
  /** Number of bytes at an archive's beginning that remain in memory. */
  readonly heldBytes: number;
  readonly #digests = new WeakMap<Uint8Array, string>();
  readonly #stored = new WeakMap<CachedArchive, OpenArchive>();
  #archive: CachedArchive | undefined;

  constructor({ heldBytes = Number.POSITIVE_INFINITY }: { readonly heldBytes?: number } = {}) {
    this.heldBytes = heldBytes;
  }

  get archive(): CachedArchive | undefined {
    return this.#archive;
  }

  /** Returns the files that a writer with this cache accepts by digest alone. */
  files(): readonly { readonly path: string; readonly sha256: string }[] {
    const archive = this.#archive;
    if (archive === undefined) return [];
    const isStored = this.#stored.has(archive);
    const files = archive.files.filter(({ member }) => isStored || member.bytes !== undefined);
    return files.map(({ path, content }) => ({ path, sha256: content.sha256 }));
  }

  /** The approximate size of the cache in memory. */
  get sizeBytes(): number {
    let sum = 0;
    for (const { header, member, content } of this.#archive?.files ?? [])
      sum +=
        BYTES_PER_FILE +
        header.length +
        (member.bytes?.length ?? 0) +
        (content.pieces === undefined ? 0 : content.size + content.memberBytes);
    return sum;
  }

  /** Returns the SHA-256 digest of bytes that were added earlier. */
  digestOf(bytes: Uint8Array): string | undefined {
    return this.#digests.get(bytes);
  }

  keepDigest(bytes: Uint8Array, sha256: string): void {
    this.#digests.set(bytes, sha256);
  }

  keep(archive: CachedArchive): void {
    this.#archive = archive;
  }

  /** Records where an archive was stored. Until then, files whose bytes were dropped are packed again. */
  keepStored(archive: CachedArchive, open: OpenArchive): void {
    this.#stored.set(archive, open);
  }

  openOf(archive: CachedArchive | undefined): OpenArchive | undefined {
    return archive && this.#stored.get(archive);
  }
}

export function cachedFile(archive: CachedArchive | undefined, path: string): CachedFile | undefined {
  const place = archive?.places.get(path) ?? -1;
  const file = archive?.files[place];
  return file && { file, offset: archive?.offsets[place] ?? 0 };
}
