import type { Readable } from 'node:stream';

/**
 * Runs one of our scripts on a tenant's text in a process that has nothing to lose: no secret in its environment, no
 * network, no file system beyond our own code, limits on CPU, memory, output, and time. One process per job.
 */
export interface Sandbox {
  readonly mode: SandboxMode;
  /** Version of Node and its options: what compiled code depends on in addition to its source. */
  readonly runtime: string;
  /** The boundaries that the self-test at startup broke through; none in `bwrap` mode, which would not have started. */
  readonly openBoundaries: readonly SandboxBoundary[];
  /** Why it is weaker than `bwrap`, although that was not requested. */
  readonly problem: string | undefined;
  spawn(entry: string, options: SpawnOptions): SandboxProcess;
}

/**
 * `bwrap`: namespaces, no capabilities, nothing mounted but Node and our code. `process`: Node's permission model, an
 * empty environment, and no network if the system allows that; no protection against a parser that was taken over.
 * `none`: the operator requested no sandbox.
 */
export type SandboxMode = 'bwrap' | 'process' | 'none';

export interface SandboxLimits {
  /** Private data of the process (heap, buffers, stacks). */
  readonly memoryBytes?: number;
  readonly cpuSeconds?: number;
  /** From spawn to exit. */
  readonly wallMs?: number;
  readonly outputBytes?: number;
}

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly stdin?: AsyncIterable<Uint8Array> | Uint8Array;
  readonly limits?: SandboxLimits;
  readonly signal?: AbortSignal;
  readonly codeCache?: CodeCacheAccess;
  /** For a process that is started ahead: `limits.wallMs` counts from when this resolves. */
  readonly handedOut?: Promise<void>;
}

/**
 * Our compiled code, so that a start need not strip types and compile again. Used in a sandbox only; ignored without
 * one. `read`: mounted read-only. `fill`: writable, for a run on no text but our own; without the limit on file sizes.
 */
export interface CodeCacheAccess {
  /** Absolute folder. A missing one only makes the start slower. */
  readonly folder: string;
  readonly access: 'read' | 'fill';
}

export interface SandboxProcess {
  /** Ends with a `SandboxError` unless the process finished well. */
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
  /** The last part of what it wrote to stderr. */
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
  /** Whether all boundaries hold, so that customers' JavaScript may run. */
  readonly safe: boolean;
}

export type SandboxBoundary = 'network' | 'environment' | 'proc' | 'file-system' | 'memory' | 'processes';
