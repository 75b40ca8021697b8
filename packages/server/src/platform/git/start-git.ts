import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { watchChild, type WatchedChild } from '../processes/index.ts';
import { type GitConfigEntry, gitEnvironment, type GitProtocol, hardenedConfig } from './environment.ts';
import { GitError, throwIfCancelled } from './errors.ts';
import type { GitSettings } from './settings.ts';

export interface GitCommand {
  /** Absolute path of a bare repository; absent for the few commands that don't need one (`init`, `ls-remote`). */
  readonly gitDir?: string;
  /** Command and arguments. External input is validated, and follows `--end-of-options`. */
  readonly args: readonly string[];
  readonly protocol?: GitProtocol;
  /** `-c` settings in addition to the hardening settings. */
  readonly config?: readonly GitConfigEntry[];
  readonly secrets?: readonly GitConfigEntry[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface GitRun extends GitCommand {
  readonly input?: Uint8Array | string;
  /**
   * Only this many bytes of the output are read, after which git is stopped. If absent, too much output is an error.
   */
  readonly firstBytes?: number;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** The first 16 KB. Never shown to anyone, because it can contain paths and URLs. */
  readonly stderr: string;
}

export interface GitProcess {
  readonly stdin: Writable;
  /** Must be read immediately, because Node drops unread output when the process ends. */
  readonly stdout: Readable;
  /**
   * Settles at the latest a few seconds after the deadline, even if the output isn't read.
   * @throws {GitError} timeout, cancelled, git-missing
   */
  readonly ended: Promise<{ readonly exitCode: number; readonly stderr: string }>;
  kill(): void;
}

const MAX_STDERR_BYTES = 16 * 1024;

/** Starts git with fixed arguments, no shell, a clean environment, and a separate process group. */
export function startGit(settings: GitSettings, command: GitCommand): GitProcess {
  throwIfCancelled(command.signal);
  const protocol = command.protocol ?? 'none';
  const child = spawn(settings.program, argumentsOf(settings, command, protocol), {
    cwd: settings.homeFolder,
    env: { ...gitEnvironment(settings, protocol, command.secrets ?? []), ...command.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group, so that the helpers that git starts (remote-https, index-pack) end with it.
    detached: true,
    windowsHide: true,
  });
  const watched = watchChild<GitError | 'killed'>(child, { isGroupLeader: true });
  const ended = watch(child, watched, settings, command);
  // A caller that only reads the output receives the error there.
  ended.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, kill: () => watched.stop('killed'), ended };
}

/** Runs a command to its end as a child of this process. */
export async function runHere(settings: GitSettings, { input, ...command }: GitRun): Promise<GitOutput> {
  const process = startGit(settings, command);
  process.stdin.end(input ?? '');
  const [output, ended] = await Promise.allSettled([collect(process, settings, command), process.ended]);
  // The reason why the output stopped is reported by the end of the process.
  if (ended.status === 'rejected') throw ended.reason;
  if (output.status === 'rejected') throw output.reason;
  return { ...ended.value, stdout: output.value };
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
  { ended, stop }: WatchedChild<GitError | 'killed'>,
  settings: GitSettings,
  command: GitCommand,
): Promise<{ exitCode: number; stderr: string }> {
  const timeoutMs = command.timeoutMs ?? settings.commandTimeoutMs;
  const name = `git ${command.args[0] ?? ''}`;
  const fail = (error: GitError): void => {
    // The reader of the output receives the same error.
    child.stdout.destroy(error);
    stop(error);
  };
  const timer = setTimeout(() => fail(new GitError('timeout', `${name} took longer than ${timeoutMs} ms.`)), timeoutMs);
  const onAbort = (): void => fail(new GitError('cancelled', `${name} was canceled.`));
  command.signal?.addEventListener('abort', onAbort, { once: true });
  const readStderr = firstBytes(child.stderr);
  const { exitCode, signal, stoppedFor, startError: cause } = await ended;
  clearTimeout(timer);
  command.signal?.removeEventListener('abort', onAbort);
  if (cause !== undefined) throw new GitError('git-missing', 'The git program could not be started.', { cause });
  if (stoppedFor instanceof GitError) throw stoppedFor;
  const killed = signal !== null || stoppedFor !== undefined;
  return { exitCode: exitCode ?? (killed ? 128 : 1), stderr: readStderr() };
}

function firstBytes(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < MAX_STDERR_BYTES) chunks.push(chunk.subarray(0, MAX_STDERR_BYTES - size));
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

async function collect(process: GitProcess, settings: GitSettings, { firstBytes }: GitRun): Promise<Buffer> {
  const maxBytes = firstBytes ?? settings.maxOutputBytes;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    process.kill();
    if (firstBytes === undefined) throw new GitError('too-large', `git returned more than ${maxBytes} bytes.`);
    break;
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}
