import { spawn } from 'node:child_process';
import { runProgram } from '../processes/index.ts';
import { buildCommand, dataBytes, nodeOptions, openFiles } from './command.ts';
import type { CommandRequest, SandboxTools } from './command.ts';
import { SandboxUnavailableError } from './errors.ts';
import { findTools } from './find-tools.ts';
import { runProcess } from './run-process.ts';
import type { Sandbox, SandboxMode, SandboxBoundary, SpawnOptions } from './sandbox.ts';
import { testBoundaries } from './self-test.ts';
import { defaultLimits } from './settings.ts';
import type { SandboxSettings } from './settings.ts';
import { countOf } from '../words/count-of.ts';

const startTimeoutMs = 30_000;

/** This machine's capabilities, found by trying them. */
interface Found {
  readonly mode: SandboxMode;
  readonly withoutNetwork: boolean;
  readonly openBoundaries: readonly SandboxBoundary[];
  readonly problem: string | undefined;
}

/**
 * Runs a self-test to find out what this machine allows: many containers lack namespaces, and many machines lack
 * bubblewrap.
 * @param tools this machine's tools, unless a test simulates another machine
 * @throws SandboxUnavailableError if the settings require more, or no process starts with a builder's limits
 */
export async function createSandbox(settings: SandboxSettings, tools: SandboxTools = findTools()): Promise<Sandbox> {
  const { mode, withoutNetwork, openBoundaries, problem } = await find(settings, tools);
  const request = (entry: string, options: SpawnOptions): CommandRequest => ({
    mode,
    withoutNetwork,
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
    openBoundaries,
    problem,
    runtime: [process.version, process.arch, ...nodeOptions(request('', {}))].join(' '),
    spawn: (entry, options) => {
      const asked = request(entry, options);
      return runProcess(buildCommand(tools, asked), asked.limits, options);
    },
  };
}

async function find(settings: SandboxSettings, tools: SandboxTools): Promise<Found> {
  if (settings.mode === 'none') return { mode: 'none', withoutNetwork: false, openBoundaries: [], problem: undefined };
  const problem = settings.mode === 'process' ? undefined : await findProblem(tools);
  if (settings.mode !== 'process' && problem === undefined)
    return { mode: 'bwrap', withoutNetwork: true, openBoundaries: [], problem };
  if (problem !== undefined && settings.mode === 'require') throw new SandboxUnavailableError(problem);
  const found = await findProcessBoundaries(tools);
  await requireStart(tools, found.withoutNetwork);
  return { mode: 'process', problem, ...found };
}

/**
 * Requires that a builder starts with its limits, because all jobs would fail otherwise.
 * @throws SandboxUnavailableError
 */
async function requireStart(tools: SandboxTools, withoutNetwork: boolean): Promise<void> {
  const refusal = await tryToStart(tools, { mode: 'process', withoutNetwork });
  if (refusal === undefined) return;
  throw new SandboxUnavailableError(
    `a process with a builder's limits does not start: ${refusal}`,
    `Allow the service to set these limits: at least ${countOf(openFiles, 'open file')} (ulimit -n, LimitNOFILE) and ${Math.ceil(dataBytes(defaultLimits) / 1024 ** 2)} MiB of data (ulimit -d, LimitDATA) per process.`,
  );
}

/** Returns why bubblewrap can't isolate customers' pages here, or `undefined` if all boundaries are effective. */
async function findProblem(tools: SandboxTools): Promise<string | undefined> {
  if (tools.bwrap === undefined) return 'bubblewrap (bwrap) is not installed';
  if (tools.prlimit === undefined) return 'prlimit (util-linux) is not installed';
  const refusal = await tryToStart(tools, { mode: 'bwrap', withoutNetwork: true });
  if (refusal !== undefined) return `bubblewrap does not start: ${refusal}`;
  const open = openIn(await testBoundaries(tools, { mode: 'bwrap', withoutNetwork: true }));
  return open.length === 0 ? undefined : `its self-test crossed these boundaries: ${open.join(', ')}`;
}

/** Finds the open boundaries without bubblewrap. A network namespace is used even then, if the machine allows it. */
async function findProcessBoundaries(tools: SandboxTools): Promise<Pick<Found, 'withoutNetwork' | 'openBoundaries'>> {
  for (const withoutNetwork of tools.unshare === undefined ? [false] : [true, false]) {
    if (withoutNetwork && (await tryToStart(tools, { mode: 'process', withoutNetwork })) !== undefined) continue;
    const openBoundaries = openIn(await testBoundaries(tools, { mode: 'process', withoutNetwork }));
    if (!withoutNetwork || !openBoundaries.includes('network')) return { withoutNetwork, openBoundaries };
  }
  return { withoutNetwork: false, openBoundaries: ['network'] };
}

const openIn = (report: Awaited<ReturnType<typeof testBoundaries>>): SandboxBoundary[] =>
  report.boundaries.filter(({ holds }) => !holds).map(({ boundary }) => boundary);

/** @returns `undefined` if the process started, otherwise the reason in one line */
async function tryToStart(
  tools: SandboxTools,
  isolation: Pick<CommandRequest, 'mode' | 'withoutNetwork'>,
): Promise<string | undefined> {
  const [file, ...args] = buildCommand(tools, {
    ...isolation,
    // Starts Node completely: `--version` would be answered before Node reserves its memory.
    entry: '--eval',
    args: ['0'],
    codeFolders: [],
    limits: defaultLimits,
    allowChildProcesses: false,
    withPermissionModel: false,
  });
  const options = { env: {}, cwd: '/', detached: true } as const;
  const { exitCode, stderr, failure } = await runProgram({
    start: () => spawn(file, args, options),
    timeoutMs: startTimeoutMs,
    isGroupLeader: true,
  });
  if (exitCode === 0) return undefined;
  return (failure ?? (stderr || `it ended with code ${exitCode}`)).trim().split('\n').at(-1)?.slice(0, 200);
}
