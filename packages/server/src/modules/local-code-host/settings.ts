/** Limits of the embedded code host. */
export interface LocalCodeHostSettings {
  /** One push, unpacked from its transfer encoding. */
  readonly maxPushBytes: number;
  /** What a client may send to ask for objects. */
  readonly maxFetchRequestBytes: number;
  /** Patch that is shown on a pull request's page; beyond it the page says so. */
  readonly maxDiffBytes: number;
  readonly maxCommitsShown: number;
  readonly maxFilesShown: number;
  readonly maxCommentCharacters: number;
  /** A folder that a repository is made from. */
  readonly maxSeedBytes: number;
  /** Whether a push may not rewrite the history of the default branch. */
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
