/** Limits and locations of the git platform. Every field is set: `resolveGitSettings` adds the defaults. */
export interface GitSettings {
  /** The git program: a name looked up in `searchPath`, or an absolute path. Needs git ≥ 2.38. */
  readonly program: string;
  /** `PATH` of the git processes; nothing else of our environment is passed on. */
  readonly searchPath: string;
  /** An empty folder that git sees as `HOME`. */
  readonly homeFolder: string;
  /** Folder that `file:` remotes must be in; `undefined` refuses every `file:` remote. */
  readonly localRoot: string | undefined;
  /** Host names (with port, if any) that can be reached over plain `http:`. */
  readonly plainHttpHosts: readonly string[];
  /** Hosts, or `host:port`, that may resolve to private addresses: a code host inside the operator's own network. */
  readonly allowedPrivateHosts: readonly string[];
  /** PEM file with certificate authorities for `https:` remotes, for private hosts. */
  readonly caFile: string | undefined;
  /** Outgoing HTTP proxy of git. */
  readonly proxy: string | undefined;
  /** The only branches that we push to: `docwright/` allows `refs/heads/docwright/x`. */
  readonly pushPrefix: string;
  readonly commandTimeoutMs: number;
  readonly fetchTimeoutMs: number;
  readonly pushTimeoutMs: number;
  /** How long a caller waits for another process that is fetching the same repository. */
  readonly lockTimeoutMs: number;
  /** Output of one command that is buffered in memory. */
  readonly maxOutputBytes: number;
  /** Objects received for one repository. */
  readonly maxRepositoryBytes: number;
  /** Files listed in one commit's docs folder. */
  readonly maxFiles: number;
  /** One blob that is read. */
  readonly maxFileBytes: number;
  /** All blobs of one docs folder that are in memory together. */
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

/** Adds defaults for what the operator left out. `homeFolder` must exist and be empty. */
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
