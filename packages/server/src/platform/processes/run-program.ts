import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { watchChild } from './watch-child.ts';

export interface ProgramRun {
  /** Starts the program, with or without pipes. */
  readonly start: () => ChildProcess;
  readonly input?: string;
  readonly timeoutMs: number;
  /** Whether the child leads a process group (`detached`). */
  readonly isGroupLeader?: boolean;
}

export interface ProgramResult {
  readonly exitCode: number | null;
  /** The first 64 KB. */
  readonly stdout: string;
  readonly stderr: string;
  /** The reason for a missing exit code: the program did not start, or it was killed after `timeoutMs`. */
  readonly failure: string | undefined;
}

const maxOutputBytes = 64 * 1024;

/** Runs one of the machine's programs until it ends, or kills it after `timeoutMs`. Never rejects. */
export async function runProgram({
  start,
  input = '',
  timeoutMs,
  isGroupLeader = false,
}: ProgramRun): Promise<ProgramResult> {
  const child = start();
  const { ended, stop } = watchChild<'timed-out'>(child, { isGroupLeader });
  const timer = setTimeout(() => stop('timed-out'), timeoutMs);
  const readStdout = collect(child.stdout);
  const readStderr = collect(child.stderr);
  child.stdin?.end(input);
  const { exitCode, signal, stoppedFor, startError } = await ended;
  clearTimeout(timer);
  const failure =
    stoppedFor !== undefined
      ? `it took longer than ${timeoutMs} ms`
      : (startError?.message ?? (signal === null ? undefined : `it was ended by ${signal}`));
  return { exitCode: failure === undefined ? exitCode : null, stdout: readStdout(), stderr: readStderr(), failure };
}

/** Reads the whole output, and returns its beginning. */
function collect(source: Readable | null): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  source?.on('data', (chunk: Buffer) => {
    if (size < maxOutputBytes) chunks.push(chunk.subarray(0, maxOutputBytes - size));
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
