export { bwrapIsolation } from './command.ts';
export { createSandbox } from './create-sandbox.ts';
export { findTools } from './find-tools.ts';
export { SandboxError, SandboxUnavailableError } from './errors.ts';
export { defaultLimits } from './settings.ts';
export type { SandboxSetting, SandboxSettings } from './settings.ts';
export type {
  CodeCacheAccess,
  Sandbox,
  SandboxEnd,
  SandboxExit,
  SandboxLimits,
  SandboxMode,
  SandboxProcess,
  SandboxReport,
  SandboxBoundary,
  SpawnOptions,
} from './sandbox.ts';
