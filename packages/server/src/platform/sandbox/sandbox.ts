import type { Readable } from 'node:stream';

/**
 * Runs a script of ours on a tenant's text in a process that has nothing to lose: no secret in its environment, no
 * network, no file system beyond our own code, limits on CPU, memory, output and time. One process for each job.
 */
export interface Sandbox {
  readonly mode: SandboxMode;
  /** Version of Node and its options: what compiled code depends on besides its source. */
  readonly runtime: string;
  /** What the self-test at the start got through to; none in `bwrap` mode, where it would not have started. */
  readonly openBoundaries: readonly SandboxBoundary[];
  /** Why it is weaker than `bwrap` although nobody asked for that. */
  readonly problem: string | undefined;
  spawn(entry: string, options: SpawnOptions): SandboxProcess;
}

/**
 * `bwrap`: namespaces, no capabilities, nothing mounted but Node and our code. `process`: Node's permission model, an
 * empty environment, and no network where that is to be had; no protection against a parser that was taken over. `none`: the
 * operator asked for no sandbox.
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
 * Compiled code of ours, so that a start need not strip types and compile again. Used in a sandbox only; ignored without.
 * `read`: mounted read-only. `fill`: writable, for a run on no text but our own; without the limit on file sizes.
 */
export interface CodeCacheAccess {
  /** Absolute folder. One that is missing makes the start slower and nothing else. */
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
  /** Every boundary that was tried. */
  readonly boundaries: readonly {
    readonly boundary: SandboxBoundary;
    readonly holds: boolean;
    readonly detail: string;
  }[];
  /** All of them hold: customers' JavaScript may run. */
  readonly safe: boolean;
}

export type SandboxBoundary = 'network' | 'environment' | 'proc' | 'file-system' | 'memory' | 'processes';
