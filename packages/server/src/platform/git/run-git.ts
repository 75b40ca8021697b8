import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type GitConfigEntry, gitEnvironment, type GitProtocol, hardenedConfig } from './environment.ts';
import { GitError, throwIfCancelled } from './errors.ts';
import type { GitSettings } from './settings.ts';

export interface GitCommand {
  /** Absolute path of a bare repository; absent for the few commands that need none (`init`, `ls-remote`). */
  readonly gitDir?: string;
  /** Command and arguments. Whatever comes from outside stands behind `--end-of-options` and was validated. */
  readonly args: readonly string[];
  readonly protocol?: GitProtocol;
  /** `-c` settings beyond the hardened ones. */
  readonly config?: readonly GitConfigEntry[];
  readonly secrets?: readonly GitConfigEntry[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** The first 16 KB. Never shown to anybody: it can hold paths and URLs. */
  readonly stderr: string;
}

export interface GitProcess {
  readonly stdin: Writable;
  /** To be read at once: Node drops what nobody listens to when the process ends. */
  readonly stdout: Readable;
  /** Settles when the process has ended; throws `GitError` when it was cancelled, timed out or could not start. */
  readonly ended: Promise<{ readonly exitCode: number; readonly stderr: string }>;
  kill(): void;
}

const MAX_STDERR_BYTES = 16 * 1024;

/** The one place that starts git: fixed arguments, no shell, a clean environment, its own process group. */
export interface Git {
  readonly settings: GitSettings;
  /** Runs to the end and collects the output. A non-zero exit is returned, not thrown. */
  run(command: GitCommand & { readonly input?: Uint8Array | string }): Promise<GitOutput>;
  /** Starts and hands the pipes over. */
  start(command: GitCommand): GitProcess;
}

export function createGit(settings: GitSettings): Git {
  const start = (command: GitCommand): GitProcess => startGit(settings, command);
  return {
    settings,
    start,
    run: async ({ input, ...command }) => {
      const process = start(command);
      process.stdin.end(input ?? '');
      const [stdout, { exitCode, stderr }] = await Promise.all([
        collect(process, settings.maxOutputBytes),
        process.ended,
      ]);
      return { exitCode, stdout, stderr };
    },
  };
}

function startGit(settings: GitSettings, command: GitCommand): GitProcess {
  throwIfCancelled(command.signal);
  const protocol = command.protocol ?? 'none';
  const child = spawn(settings.program, argumentsOf(settings, command, protocol), {
    cwd: settings.homeFolder,
    env: { ...gitEnvironment(settings, protocol, command.secrets ?? []), ...command.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that the helpers that git starts (remote-https, index-pack) end with it.
    detached: true,
    windowsHide: true,
  });
  // A process that ends early closes its input: that shows in its exit code, not here.
  child.stdin.on('error', () => {});
  const kill = (): void => killGroup(child);
  return { stdin: child.stdin, stdout: child.stdout, kill, ended: watch(child, settings, command) };
}

function argumentsOf(settings: GitSettings, command: GitCommand, protocol: GitProtocol): string[] {
  return [
    ...hardenedConfig(settings, protocol),
    ...(command.config ?? []).flatMap(({ key, value }) => ['-c', `${key}=${value}`]),
    ...(command.gitDir === undefined ? [] : [`--git-dir=${command.gitDir}`]),
    ...command.args,
  ];
}

type GitChild = ChildProcessByStdio<Writable, Readable, Readable>;

async function watch(
  child: GitChild,
  settings: GitSettings,
  command: GitCommand,
): Promise<{ exitCode: number; stderr: string }> {
  const timeoutMs = command.timeoutMs ?? settings.commandTimeoutMs;
  let stopped: GitError | undefined;
  const stop = (error: GitError): void => {
    stopped ??= error;
    killGroup(child);
  };
  const timer = setTimeout(
    () => stop(new GitError('timeout', `git ${command.args[0]} took longer than ${timeoutMs} ms.`)),
    timeoutMs,
  );
  const onAbort = (): void => stop(new GitError('cancelled', `git ${command.args[0]} was cancelled.`));
  command.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const stderr = firstBytes(child.stderr);
    const exitCode = await exitOf(child);
    if (stopped !== undefined) throw stopped;
    return { exitCode, stderr: await stderr };
  } finally {
    clearTimeout(timer);
    command.signal?.removeEventListener('abort', onAbort);
  }
}

function exitOf(child: GitChild): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new GitError('git-missing', 'The git program could not be started.', { cause })),
    );
    // `close` and not `exit`: the pipes have been read to their end.
    child.once('close', (code, signal) => {
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
}

async function firstBytes(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < MAX_STDERR_BYTES) chunks.push(chunk.subarray(0, MAX_STDERR_BYTES - size));
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function collect(process: GitProcess, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      process.kill();
      throw new GitError('too-large', `git answered with more than ${maxBytes} bytes (setting maxOutputBytes).`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function killGroup(child: GitChild): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}
