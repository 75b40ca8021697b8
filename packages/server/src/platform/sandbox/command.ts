import type { CodeCacheAccess, SandboxLimits, SandboxMode } from './sandbox.ts';
import { reservedByNodeBytes } from './settings.ts';

/** This machine's tools for the sandbox, as absolute paths. */
export interface SandboxTools {
  readonly node: string;
  /** Maps the path of each library that Node is linked with, as Node expects it, to its actual path. */
  readonly libraries: ReadonlyMap<string, string>;
  readonly bwrap: string | undefined;
  readonly prlimit: string | undefined;
  readonly unshare: string | undefined;
}

export interface CommandRequest {
  readonly mode: SandboxMode;
  /** Whether to add a network namespace in `process` mode, if this machine allows it. */
  readonly withoutNetwork: boolean;
  readonly entry: string;
  readonly args: readonly string[];
  readonly codeFolders: readonly string[];
  readonly limits: Required<SandboxLimits>;
  readonly allowChildProcesses: boolean;
  /**
   * Whether to add Node's permission model to the sandbox. The self-test runs without it, to test the sandbox itself.
   */
  readonly withPermissionModel: boolean;
  readonly codeCache?: CodeCacheAccess | undefined;
}

/** The path at which compiled code is mounted. */
const codeCachePath = '/code-cache';

/** Builds a sandboxed script's complete command line. A pure function, so that a test can check the result. */
export function buildCommand(tools: SandboxTools, request: CommandRequest): [string, ...string[]] {
  const node: [string, ...string[]] = [tools.node, ...nodeOptions(request), request.entry, ...request.args];
  const sandboxed =
    request.mode === 'bwrap' && tools.bwrap
      ? ([tools.bwrap, ...bwrapOptions(tools, request), ...node] as const)
      : request.mode === 'process' && request.withoutNetwork && tools.unshare
        ? ([tools.unshare, '--user', '--net', '--', ...node] as const)
        : node;
  const limited = request.mode !== 'none' && tools.prlimit !== undefined;
  return limited ? [tools.prlimit, ...limitOptions(request), '--', ...sandboxed] : [...sandboxed];
}

/** Node's arguments, which precede the script. */
export function nodeOptions(request: CommandRequest): string[] {
  const heapMegabytes = Math.floor(request.limits.memoryBytes / 1024 ** 2);
  const options = [
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-proto=delete',
    '--disable-warning=SecurityWarning',
  ];
  if (!request.withPermissionModel || request.mode === 'none') return options;
  return [
    ...options,
    '--permission',
    ...request.codeFolders.map((folder) => `--allow-fs-read=${folder}`),
    // The Markdown parser is a native module.
    '--allow-addons',
    ...(request.allowChildProcesses ? ['--allow-child-process'] : []),
    // Node refuses a cache to which its permissions don't allow writing. It accepts a folder that is mounted read-only,
    // because it detects only later that it can't write there.
    ...(cacheOf(request) ? [`--allow-fs-read=${codeCachePath}`, `--allow-fs-write=${codeCachePath}`] : []),
  ];
}

/** Returns the cache to use: none without a sandbox, because a process could write code that the next process runs. */
function cacheOf({ mode, codeCache }: CommandRequest): CodeCacheAccess | undefined {
  return mode === 'bwrap' ? codeCache : undefined;
}

/** Maximum number of files, pipes and sockets that a sandboxed process can open. */
export const openFiles = 512;

export const dataBytes = ({ memoryBytes }: Pick<Required<SandboxLimits>, 'memoryBytes'>): number =>
  memoryBytes + reservedByNodeBytes;

function limitOptions(request: CommandRequest): string[] {
  const { limits } = request;
  return [
    // Covers heap, buffers and stacks, because V8's own limit doesn't apply to ArrayBuffers.
    `--data=${dataBytes(limits)}`,
    `--cpu=${limits.cpuSeconds}`,
    '--core=0',
    `--nofile=${openFiles}`,
    // Prevents all files from growing. Pipes aren't affected.
    ...(cacheOf(request)?.access === 'fill' ? [] : ['--fsize=0']),
  ];
}

function cacheMount(cache: CodeCacheAccess | undefined): string[] {
  if (cache === undefined) return [];
  const bind = cache.access === 'fill' ? '--bind' : '--ro-bind-try';
  return [bind, cache.folder, codeCachePath, '--setenv', 'NODE_COMPILE_CACHE', codeCachePath];
}

/** bubblewrap's options for isolating processes that read a tenant's text. */
export const bwrapIsolation = [
  // User, process, network, IPC, host-name and cgroup namespaces.
  '--unshare-all',
  '--die-with-parent',
  '--clearenv',
  '--cap-drop',
  'ALL',
  '--uid',
  '65534',
  '--gid',
  '65534',
  '--hostname',
  'sandbox',
] as const;

function bwrapOptions(tools: SandboxTools, request: CommandRequest): string[] {
  const bind = (path: string, source = path): string[] => ['--ro-bind', source, path];
  return [
    ...bwrapIsolation,
    // The process's environment is empty, and it can't read other processes' environments because /proc isn't mounted.
    '--as-pid-1',
    ...[...tools.libraries].flatMap(([path, source]) => bind(path, source)),
    ...bind(tools.node),
    ...request.codeFolders.flatMap((folder) => bind(folder)),
    ...cacheMount(cacheOf(request)),
    '--remount-ro',
    '/',
    '--chdir',
    '/',
    '--',
  ];
}
