/** Limits on a bundle from outside. Each error names its limit; see `errors.ts`. */
export interface BundlePolicy {
  /** Compressed bytes of the whole archive. */
  readonly maxArchiveBytes: number;
  /** Bytes of all files together, unpacked. */
  readonly maxTotalBytes: number;
  /** Bytes of one file, unpacked. */
  readonly maxFileBytes: number;
  /** Files and folders of the site together. */
  readonly maxEntries: number;
  /** Maximum ratio of unpacked to compressed bytes, checked after `ratioFreeBytes` unpacked bytes. */
  readonly maxRatio: number;
  readonly ratioFreeBytes: number;
  /** UTF-8 bytes of a path. */
  readonly maxPathBytes: number;
  /** Bytes of `manifest.json`, the only file that is read into memory as a whole. */
  readonly maxManifestBytes: number;
  /** Bytes of the sealed part's table, unpacked. */
  readonly maxSealedTableBytes: number;
  /** Bytes of a block of segments or edits in the sealed part, unpacked. */
  readonly maxSealedBlockBytes: number;
  /** Bytes of one PAX or GNU extended header. */
  readonly maxExtendedHeaderBytes: number;
}

const MiB = 1024 * 1024;

export const defaultBundlePolicy: BundlePolicy = {
  maxArchiveBytes: 2048 * MiB,
  maxTotalBytes: 8192 * MiB,
  maxFileBytes: 512 * MiB,
  // A 25,000-page site has 55,000 to 100,000 files. At 80,000, a host needs 284 MB while it stores a bundle, and
  // retains 46 MB to serve it; an edge, which has only the index, needs 4 MB (`bench/deploy/entry-cost.ts`).
  maxEntries: 120_000,
  // Deflate can reach 1,032; pages that repeat a long sidebar reach 60 within one file.
  maxRatio: 200,
  ratioFreeBytes: 16 * MiB,
  maxPathBytes: 1024,
  maxManifestBytes: 64 * MiB,
  maxSealedTableBytes: 32 * MiB,
  maxSealedBlockBytes: 64 * MiB,
  maxExtendedHeaderBytes: 8192,
};
