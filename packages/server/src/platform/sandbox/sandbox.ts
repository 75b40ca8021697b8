import type { Readable } from 'node:stream';

/**
 * Runs one of the service's scripts on a tenant's text in an isolated process: without secrets in its environment,
 * without a network, without a file system except the service's own code, and with limits on CPU, memory, output and
 * time. Each job has a separate process.
 */
export interface Sandbox {
  readonly mode: SandboxMode;
  /** Node's version and options, on which compiled code depends in addition to its source. */
  readonly runtime: string;
  /**
   * The boundaries that the self-test at startup was able to cross. Always empty in `bwrap` mode, which otherwise
   * doesn't start.
   */
  readonly openBoundaries: readonly SandboxBoundary[];
  /** The reason why the sandbox is weaker than `bwrap`, although a weaker sandbox was not requested. */
  readonly problem: string | undefined;
  spawn(entry: string, options: SpawnOptions): SandboxProcess;
}

/**
 * `bwrap`: namespaces, no capabilities, and only Node and the service's code are mounted. `process`: Node's permission
 * model, an empty environment, and no network if the system allows that; it doesn't protect against a parser that was
 * taken over. `none`: the operator requested no sandbox.
 */
export type SandboxMode = 'bwrap' | 'process' | 'none';

export interface SandboxLimits {
  /** Limit on the process's private data (heap, buffers, stacks). */
  readonly memoryBytes?: number;
  readonly cpuSeconds?: number;
  /** Limit on the time from spawn to exit. */
  readonly wallMs?: number;
  readonly outputBytes?: number;
}

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly stdin?: AsyncIterable<Uint8Array> | Uint8Array;
  readonly limits?: SandboxLimits;
  readonly signal?: AbortSignal;
  readonly codeCache?: CodeCacheAccess;
  /** For a process that is started in advance: `limits.wallMs` counts from when this promise resolves. */
  readonly handedOut?: Promise<void>;
}

/**
 * The service's compiled code, so that a start doesn't have to strip types and compile again. Used only in a sandbox.
 * `read`: mounted read-only. `fill`: writable and without the limit on file sizes, for a run that processes only
 * trusted text.
 */
export interface CodeCacheAccess {
  /** Absolute path. If the folder is missing, the start is slower. */
  readonly folder: string;
  readonly access: 'read' | 'fill';
}

export interface SandboxProcess {
  /** Ends with a `SandboxError` unless the process finished successfully. */
  readonly stdout: Readable;
  /** Settles when the process has ended. */
  readonly exited: Promise<SandboxExit>;
  kill(): void;
}

export type SandboxEnd =
  | 'finished'
  | 'failed'
  | 'out-of-memory'
  | 'cpu-limit'
  | 'timed-out'
  | 'output-limit'
  | 'cancelled';

export interface SandboxExit {
  readonly end: SandboxEnd;
  readonly exitCode: number | null;
  /** The last part of the process's output to stderr. */
  readonly stderr: string;
  readonly durationMs: number;
}

export interface SandboxReport {
  readonly mode: SandboxMode;
  /** All boundaries that were tested. */
  readonly boundaries: readonly {
    readonly boundary: SandboxBoundary;
    readonly holds: boolean;
    readonly detail: string;
  }[];
  /** Whether all boundaries are effective, so that customers' JavaScript may run. */
  readonly safe: boolean;
}

export type SandboxBoundary = 'network' | 'environment' | 'proc' | 'file-system' | 'memory' | 'processes';
