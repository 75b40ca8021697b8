/** Limits of the embedded code host. */
export interface LocalCodeHostSettings {
  /** Maximum size of one push, after decompression. */
  readonly maxPushBytes: number;
  /** Maximum size of a client's request for objects. */
  readonly maxFetchRequestBytes: number;
  /** Maximum size of the patch on a pull request's page, which reports whether the patch is truncated. */
  readonly maxDiffBytes: number;
  readonly maxCommitsShown: number;
  readonly maxFilesShown: number;
  readonly maxCommentCharacters: number;
  /** Maximum size of a folder from which a repository is created. */
  readonly maxSeedBytes: number;
  /** Whether pushes that rewrite the default branch's history are refused. */
  readonly protectDefaultBranch: boolean;
}

const MEGABYTE = 1024 * 1024;

export const defaultLocalCodeHostSettings: LocalCodeHostSettings = {
  maxPushBytes: 1024 * MEGABYTE,
  maxFetchRequestBytes: 32 * MEGABYTE,
  maxDiffBytes: 2 * MEGABYTE,
  maxCommitsShown: 250,
  maxFilesShown: 2_000,
  maxCommentCharacters: 20_000,
  maxSeedBytes: 1024 * MEGABYTE,
  protectDefaultBranch: true,
};
