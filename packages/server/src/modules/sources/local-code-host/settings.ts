/** Limits of the embedded code host. */
export interface LocalCodeHostSettings {
  /** Size of one push, unpacked from its transfer encoding. */
  readonly maxPushBytes: number;
  /** Size of a client's request for objects. */
  readonly maxFetchRequestBytes: number;
  /** Size of the patch on a pull request's page; beyond it the page says that it is truncated. */
  readonly maxDiffBytes: number;
  readonly maxCommitsShown: number;
  readonly maxFilesShown: number;
  readonly maxCommentCharacters: number;
  /** Size of a folder that a repository is created from. */
  readonly maxSeedBytes: number;
  /** Refuses pushes that rewrite the history of the default branch. */
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
