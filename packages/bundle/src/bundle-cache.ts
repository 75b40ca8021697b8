import type { PackedFile } from './packed-file.ts';

/** The files of a finished archive. Never changed: another archive leaves another. */
export interface CachedArchive {
  readonly gzipLevel: number;
  /** In the order of the archive. */
  readonly files: readonly PackedFile[];
  readonly byPath: ReadonlyMap<string, PackedFile>;
  /** Places in `files`, sorted by path. */
  readonly sorted: readonly number[];
}

/**
 * What the last archive of a site leaves for the next one: a file that is the same is not compressed again, nor even read where
 * the same object is added again. The bytes of the archive are those that they would be without. Belongs to one site: of one
 * that two shared, one could measure what the other holds.
 */
export class BundleCache {
  readonly #digests = new WeakMap<Uint8Array, string>();
  #archive: CachedArchive | undefined;

  get archive(): CachedArchive | undefined {
    return this.#archive;
  }

  /** What a writer with this cache takes by its digest alone. */
  files(): readonly { readonly path: string; readonly sha256: string }[] {
    return this.#archive?.files.map(({ path, content }) => ({ path, sha256: content.sha256 })) ?? [];
  }

  /** About what it holds. */
  get sizeBytes(): number {
    let sum = 0;
    for (const { bytes, content } of this.#archive?.files ?? [])
      sum += bytes.length + (content.pieces === undefined ? 0 : content.size + content.memberBytes);
    return sum;
  }

  /** SHA-256 of bytes that were added before. */
  digestOf(bytes: Uint8Array): string | undefined {
    return this.#digests.get(bytes);
  }

  keepDigest(bytes: Uint8Array, sha256: string): void {
    this.#digests.set(bytes, sha256);
  }

  keep(archive: CachedArchive): void {
    this.#archive = archive;
  }
}
