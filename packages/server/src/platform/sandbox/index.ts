export type {
  Sandbox,
  SandboxEnd,
  SandboxExit,
  SandboxLimits,
  SandboxMode,
  SandboxProcess,
  SandboxReport,
  SandboxWall,
  SpawnOptions,
} from './sandbox.ts';
