import type { SandboxLimits } from './sandbox.ts';

export type SandboxSetting = 'require' | 'auto' | 'process' | 'none';

export interface SandboxSettings {
  /**
   * `require`: bubblewrap, or an error. `auto`: bubblewrap if it works, otherwise `process`. With the other values, the
   * sandbox is never stronger than requested.
   */
  readonly mode: SandboxSetting;
  /** Absolute paths of the folders with a sandboxed script's code and its imports. No other files are visible. */
  readonly codeFolders: readonly string[];
  readonly limits?: SandboxLimits;
  /** Whether scripts may start programs in `codeFolders` (such as esbuild), which run in the same sandbox. */
  readonly allowChildProcesses?: boolean;
}

export const defaultLimits: Required<SandboxLimits> = {
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 600,
  wallMs: 900_000,
  outputBytes: 4 * 1024 ** 3,
};

/**
 * Memory that V8 reserves as writable at its start (512 MiB for machine code alone), and the stacks of Node's threads.
 * RLIMIT_DATA counts this memory, but a job's limit must not. Measured with Node 24.21, which starts with 560 MiB but
 * not with 512.
 */
export const reservedByNodeBytes = 600 * 1024 ** 2;
