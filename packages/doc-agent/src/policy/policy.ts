/** The agent's permissions in a project: limits and paths, fully resolved. */

/** Every limit has a name, a default here, and an error that names it. */
export interface AgentLimits {
  /** Model calls in a turn. */
  readonly maxSteps: number;
  /** Maximum number of files written or deleted in a job. */
  readonly maxFiles: number;
  /**
   * Maximum number of files that a job can change by a rule over many files (replaced text, links to a moved page,
   * fixes), in addition to `maxFiles`.
   */
  readonly maxMechanicalFiles: number;
  /** Size of the diff of those files. */
  readonly maxMechanicalPatchBytes: number;
  /** Size of a job's unified diff, without those files. */
  readonly maxPatchBytes: number;
  /** Size of one file after a change. */
  readonly maxFileBytes: number;
  /** Active time of a turn; waiting for a worker doesn't count. */
  readonly maxDurationMs: number;
  /** Combined input and output tokens of a turn. */
  readonly maxTokens: number;
  /** Cost of a turn in US dollars, if the model's prices are known. */
  readonly maxCostUsd: number;
  /** Rounds of fixing the docs gate's findings before the turn fails. */
  readonly maxRepairRounds: number;
  /** Maximum number of attempts per model call, including the first. */
  readonly maxModelAttempts: number;
  /** Time limit of a model call. If no data arrives, the caller's connection times out earlier. */
  readonly modelTimeoutMs: number;
  /** Number of identical calls with identical results before the model is warned, and before the turn is stopped. */
  readonly repeatWarnAt: number;
  readonly repeatStopAt: number;
  /** Maximum tokens of a request, even if the model's window is larger, because every request costs money. */
  readonly maxContextTokens: number;
  /** Number of consecutive answers without a usable tool call after which the turn is ended. */
  readonly maxIdleAnswers: number;
  /** Size of one tool result. */
  readonly maxToolResultBytes: number;
  readonly readLines: number;
  readonly readBytes: number;
  readonly grepHits: number;
  readonly listEntries: number;
  readonly searchHits: number;
  /** Size of one AGENTS.md, and of all guidance together. */
  readonly maxGuidanceBytes: number;
}

export interface AgentPolicy {
  readonly limits: AgentLimits;
  /**
   * Globs (`compile-glob.ts`), relative to the docs folder. A file must match one of them to be written, and must be
   * documentation, unless the glob ends with its extension: `data/*.json`.
   */
  readonly allowPaths: readonly string[];
  /** The only file that can be changed, if `allowPaths` allows it; `undefined` for no limit. */
  readonly onlyPath?: string | undefined;
  /** Whether `.js`, `.jsx` and `.tsx` may be written: they run in readers' browsers. */
  readonly allowScripts: boolean;
  /**
   * Globs of files that must not be written, even if they match `allowPaths`, in addition to the files in
   * `never-written.ts`.
   */
  readonly denyPaths: readonly string[];
  /**
   * Globs of files that may be changed by structured tools (navigation, redirects), but not overwritten, moved or
   * deleted.
   */
  readonly protectedPaths: readonly string[];
  /** Host names that `fetch_url` may request. Empty: the tool is off. */
  readonly fetchHosts: readonly string[];
  /** Whether the model reviews its own changes once before they are published, at the cost of one more answer. */
  readonly reviewsChanges: boolean;
  /** Whether invisible comments that name the code supporting a page's claims are added to pages. */
  readonly codeAnchors: boolean;
}

export const defaultLimits: AgentLimits = {
  maxSteps: 60,
  maxFiles: 30,
  maxMechanicalFiles: 1000,
  maxMechanicalPatchBytes: 20_000_000,
  maxPatchBytes: 400_000,
  maxFileBytes: 1_000_000,
  maxDurationMs: 15 * 60_000,
  maxTokens: 2_000_000,
  maxCostUsd: 5,
  maxRepairRounds: 3,
  maxModelAttempts: 5,
  modelTimeoutMs: 600_000,
  repeatWarnAt: 3,
  repeatStopAt: 5,
  maxContextTokens: 200_000,
  maxIdleAnswers: 3,
  maxToolResultBytes: 64_000,
  readLines: 400,
  readBytes: 32_000,
  grepHits: 100,
  listEntries: 500,
  searchHits: 10,
  maxGuidanceBytes: 32_000,
};

/** All files of the site, as defined in `check-write.ts`, regardless of the globs. */
export const defaultAllowPaths: readonly string[] = ['**'];

export const defaultProtectedPaths: readonly string[] = ['docs.json', 'mint.json'];

export interface PolicySettings {
  readonly limits?: Partial<AgentLimits>;
  readonly allowPaths?: readonly string[];
  readonly onlyPath?: string | undefined;
  readonly allowScripts?: boolean;
  readonly denyPaths?: readonly string[];
  readonly protectedPaths?: readonly string[];
  readonly fetchHosts?: readonly string[];
  readonly reviewsChanges?: boolean;
  readonly codeAnchors?: boolean;
}

/** Fills in the documented defaults for settings that a project doesn't have. */
export function resolvePolicy(settings: PolicySettings = {}): AgentPolicy {
  return {
    limits: { ...defaultLimits, ...settings.limits },
    allowPaths: settings.allowPaths ?? defaultAllowPaths,
    onlyPath: settings.onlyPath,
    allowScripts: settings.allowScripts ?? false,
    denyPaths: settings.denyPaths ?? [],
    protectedPaths: [...defaultProtectedPaths, ...(settings.protectedPaths ?? [])],
    reviewsChanges: settings.reviewsChanges ?? false,
    codeAnchors: settings.codeAnchors ?? false,
    fetchHosts: (settings.fetchHosts ?? []).map((host) => host.toLowerCase()),
  };
}
