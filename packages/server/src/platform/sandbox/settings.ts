import type { SandboxLimits } from './sandbox.ts';

export type SandboxSetting = 'require' | 'auto' | 'process' | 'none';

export interface SandboxSettings {
  /**
   * `require`: bubblewrap, or an error. `auto`: bubblewrap if it works, otherwise `process`. With the other values, the
   * sandbox is never stronger than requested.
   */
  readonly mode: SandboxSetting;
  /** Absolute folders with the code of a sandboxed script and its imports; nothing else is visible. */
  readonly codeFolders: readonly string[];
  readonly limits?: SandboxLimits;
  /** Scripts may start programs in `codeFolders` (such as esbuild). These run in the same sandbox. */
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
 * RLIMIT_DATA counts this memory, but the limit of a job must not. Measured with Node 24.21, which starts with 560 MiB
 * but not with 512.
 */
export const reservedByNodeBytes = 600 * 1024 ** 2;
