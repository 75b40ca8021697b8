/** Limits and locations of the git platform. All fields are set, because `resolveGitSettings` adds the defaults. */
export interface GitSettings {
  /** The git program: a name that is looked up in `searchPath`, or an absolute path. Requires git 2.38 or newer. */
  readonly program: string;
  /** `PATH` of the git processes. No other part of this process's environment is passed on. */
  readonly searchPath: string;
  /** An empty folder that is `HOME` for git. */
  readonly homeFolder: string;
  /** Folder that must contain `file:` remotes; `undefined` refuses all `file:` remotes. */
  readonly localRoot: string | undefined;
  /** Host names (with port, if any) that may be accessed over plain `http:`. */
  readonly plainHttpHosts: readonly string[];
  /**
   * Hosts, or `host:port`, that may resolve to private addresses, such as a code host in the operator's own network.
   */
  readonly allowedPrivateHosts: readonly string[];
  /** PEM file with the certificate authorities for `https:` remotes on private hosts. */
  readonly caFile: string | undefined;
  /** HTTP proxy for git's outgoing requests. */
  readonly proxy: string | undefined;
  /** Prefix of the only branches that can be pushed to: `docwright/` allows `refs/heads/docwright/x`. */
  readonly pushPrefix: string;
  readonly commandTimeoutMs: number;
  readonly fetchTimeoutMs: number;
  readonly pushTimeoutMs: number;
  /** Maximum time that a caller waits for another process that is fetching the same repository. */
  readonly lockTimeoutMs: number;
  /** Maximum output of one command that is buffered in memory. */
  readonly maxOutputBytes: number;
  /** Maximum size of the objects received for one repository. */
  readonly maxRepositoryBytes: number;
  /** Maximum number of files listed in one commit's docs folder. */
  readonly maxFiles: number;
  /** Maximum size of one blob. */
  readonly maxFileBytes: number;
  /** Maximum size of a docs folder's blobs in memory. */
  readonly maxFolderBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const gitLimits = {
  pushPrefix: 'docwright/',
  commandTimeoutMs: 30_000,
  fetchTimeoutMs: 300_000,
  pushTimeoutMs: 120_000,
  lockTimeoutMs: 330_000,
  maxOutputBytes: 64 * MEGABYTE,
  maxRepositoryBytes: 4096 * MEGABYTE,
  maxFiles: 200_000,
  maxFileBytes: 100 * MEGABYTE,
  maxFolderBytes: 1024 * MEGABYTE,
} as const;

type GivenGitSettings = Partial<GitSettings> & Pick<GitSettings, 'homeFolder'>;

/** Adds defaults for settings that the operator omitted. `homeFolder` must exist and be empty. */
export function resolveGitSettings(overrides: GivenGitSettings): GitSettings {
  return {
    program: 'git',
    searchPath: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    localRoot: undefined,
    plainHttpHosts: [],
    allowedPrivateHosts: [],
    caFile: undefined,
    proxy: undefined,
    ...gitLimits,
    ...overrides,
  };
}
