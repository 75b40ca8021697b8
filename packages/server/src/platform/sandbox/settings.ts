import type { SandboxLimits } from './sandbox.ts';

export type SandboxSetting = 'require' | 'auto' | 'process' | 'none';

export interface SandboxSettings {
  /** `require`: bubblewrap, or an error. `auto`: bubblewrap if it works, otherwise `process`. The others: nothing stronger. */
  readonly mode: SandboxSetting;
  /** Absolute folders of code that a sandboxed script and its imports are read from; nothing else is visible. */
  readonly codeFolders: readonly string[];
  readonly limits?: SandboxLimits;
  /** Scripts may start programs out of `codeFolders` (esbuild's). They stay in the same sandbox. */
  readonly allowChildProcesses?: boolean;
}

export const defaultLimits: Required<SandboxLimits> = {
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 600,
  wallMs: 900_000,
  outputBytes: 4 * 1024 ** 3,
};

/**
 * What V8 reserves as writable before it runs anything (512 MiB for machine code alone), and the stacks of Node's threads:
 * RLIMIT_DATA counts it, the job's limit must not. Measured with Node 24.21: it starts with 560 MiB and not with 512.
 */
export const reservedByNodeBytes = 600 * 1024 ** 2;
