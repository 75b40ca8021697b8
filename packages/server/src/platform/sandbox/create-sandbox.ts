import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildCommand, nodeOptions } from './command.ts';
import type { CommandRequest, SandboxTools } from './command.ts';
import { findTools } from './find-tools.ts';
import { runProcess } from './run-process.ts';
import type { Sandbox, SandboxMode, SpawnOptions } from './sandbox.ts';
import { testWalls } from './self-test.ts';
import { defaultLimits } from './settings.ts';
import type { SandboxSettings } from './settings.ts';

/** Finds out what this machine allows: namespaces are missing in many containers, bubblewrap on many machines. */
export async function createSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const tools = findTools();
  const mode = settings.mode === 'none' ? 'none' : await findMode(tools);
  const request = (entry: string, options: SpawnOptions): CommandRequest => ({
    mode,
    entry,
    args: options.args ?? [],
    codeFolders: settings.codeFolders,
    limits: { ...defaultLimits, ...settings.limits, ...options.limits },
    allowChildProcesses: settings.allowChildProcesses ?? false,
    withPermissionModel: true,
    codeCache: options.codeCache,
  });
  return {
    mode,
    runtime: [process.version, process.arch, ...nodeOptions(request('', {}))].join(' '),
    selfTest: () => testWalls(tools, mode),
    spawn: (entry, options) => {
      const asked = request(entry, options);
      return runProcess(buildCommand(tools, asked), asked.limits, options);
    },
  };
}

async function findMode(tools: SandboxTools): Promise<SandboxMode> {
  if (tools.bwrap === undefined || tools.prlimit === undefined) return 'process';
  const probe: CommandRequest = {
    mode: 'bwrap',
    entry: '--version',
    args: [],
    codeFolders: [],
    limits: defaultLimits,
    allowChildProcesses: false,
    withPermissionModel: false,
  };
  const [file, ...args] = buildCommand(tools, probe);
  const works = promisify(execFile)(file, args, { env: {}, cwd: '/', timeout: 10_000 });
  return works.then(
    () => 'bwrap',
    () => 'process',
  );
}
