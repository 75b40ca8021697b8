import type { ChildProcess } from 'node:child_process';

/** How a child process ended. */
export interface ChildEnd<Reason> {
  /** `null` if a signal ended the process, if it never started, or if it survived SIGKILL. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The first reason that was passed to `stop`; `undefined` if the process ended on its own. */
  readonly stoppedFor: Reason | undefined;
  /** The reason why the program could not be started. */
  readonly startError: Error | undefined;
}

export interface WatchedChild<Reason> {
  /** Never rejects. Resolves when the process has ended and its output was read, or soon after `stop`. */
  readonly ended: Promise<ChildEnd<Reason>>;
  /**
   * Kills the process and its group, and closes its pipes. Can also be called after its end, to close output that
   * nobody reads.
   */
  readonly stop: (reason: Reason) => void;
}

export interface WatchOptions {
  /** Whether the child leads a process group (`detached`), which is killed even if the child ends on its own. */
  readonly isGroupLeader: boolean;
  /** Time that a killed process has to end. Default: `killGraceMs`. */
  readonly graceMs?: number;
}

/** SIGKILL waits for a system call that can't be interrupted, such as a read from an unresponsive disk. */
export const killGraceMs = 5_000;

/**
 * Waits for a child process. The caller enforces a deadline by calling `stop`, after which the wait depends neither on
 * the child nor on the reader of its output.
 *
 * C1  `stop` closes the pipes. Node's `close` event alone would wait until the pipes have been read to their end.
 * C2  A child that doesn't end within `graceMs` after `stop` is abandoned.
 * C3  Processes that the child started in its group are killed when it ends, so they can't keep its pipes open.
 * C4  A child that ends on its own loses no output: data in its pipes waits for the reader until `stop`.
 */
export function watchChild<Reason>(
  child: ChildProcess,
  { isGroupLeader, graceMs = killGraceMs }: WatchOptions,
): WatchedChild<Reason> {
  const ended = Promise.withResolvers<ChildEnd<Reason>>();
  let stopped: { readonly reason: Reason } | undefined;
  let exit: Pick<ChildEnd<Reason>, 'exitCode' | 'signal'> | undefined;
  let grace: NodeJS.Timeout | undefined;
  const settle = (startError?: Error): void => {
    clearTimeout(grace);
    closePipes(child);
    ended.resolve({ exitCode: null, signal: null, ...exit, stoppedFor: stopped?.reason, startError });
  };
  // `ended` reports the cause of a broken pipe.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on('error', () => undefined);
  child.once('error', (error) => {
    if (child.pid === undefined) settle(error);
  });
  child.once('exit', (exitCode, signal) => {
    exit = { exitCode, signal };
    if (isGroupLeader) kill(child, isGroupLeader);
  });
  child.once('close', () => settle());
  return {
    ended: ended.promise,
    stop: (reason) => {
      if (stopped !== undefined) return;
      stopped = { reason };
      // After the process has ended, its ID may belong to another process.
      if (exit === undefined) kill(child, isGroupLeader);
      closePipes(child);
      grace = setTimeout(settle, graceMs);
    },
  };
}

function kill(child: ChildProcess, isGroupLeader: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (isGroupLeader) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // No process is left in the group.
  }
}

function closePipes(child: ChildProcess): void {
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
}
