import type { Readable } from 'node:stream';

/**
 * Runs one of our scripts on a tenant's text in a process that is isolated: it has no secret in its environment, no
 * network, no file system except our own code, and limits on CPU, memory, output, and time. Each job gets a separate
 * process.
 */
export interface Sandbox {
  readonly mode: SandboxMode;
  /** Version and options of Node. Compiled code depends on them in addition to its source. */
  readonly runtime: string;
  /** The boundaries that the self-test at startup could cross. Empty in `bwrap` mode, which doesn't start otherwise. */
  readonly openBoundaries: readonly SandboxBoundary[];
  /** The reason that the sandbox is weaker than `bwrap`, although a weaker sandbox was not requested. */
  readonly problem: string | undefined;
  spawn(entry: string, options: SpawnOptions): SandboxProcess;
}

/**
 * `bwrap`: namespaces, no capabilities, and only Node and our code are mounted. `process`: Node's permission model, an
 * empty environment, and no network if the system allows that; it doesn't protect against a parser that was taken over.
 * `none`: the operator requested no sandbox.
 */
export type SandboxMode = 'bwrap' | 'process' | 'none';

export interface SandboxLimits {
  /** Private data of the process (heap, buffers, stacks). */
  readonly memoryBytes?: number;
  readonly cpuSeconds?: number;
  /** Time from spawn to exit. */
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
 * Our compiled code, so that a start doesn't have to strip types and compile again. Used only in a sandbox. `read`:
 * mounted read-only. `fill`: writable and without the limit on file sizes, for a run that only processes our own text.
 */
export interface CodeCacheAccess {
  /** Absolute path. If the folder is missing, the start is only slower. */
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
  /** The end of the process's output to stderr. */
  readonly stderr: string;
  readonly durationMs: number;
}

export interface SandboxReport {
  readonly mode: SandboxMode;
  /** Every boundary that was tested. */
  readonly boundaries: readonly {
    readonly boundary: SandboxBoundary;
    readonly holds: boolean;
    readonly detail: string;
  }[];
  /** Whether all boundaries are effective, so that customers' JavaScript may run. */
  readonly safe: boolean;
}

export type SandboxBoundary = 'network' | 'environment' | 'proc' | 'file-system' | 'memory' | 'processes';
