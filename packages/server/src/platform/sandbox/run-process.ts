import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watchChild } from '../processes/index.ts';
import { SandboxError } from './errors.ts';
import type { SandboxEnd, SandboxExit, SandboxLimits, SandboxProcess, SpawnOptions } from './sandbox.ts';

type OurKill = 'timed-out' | 'output-limit' | 'cancelled';

const stderrBytes = 16 * 1024;

/** Starts the command without this process's environment, and enforces the limits that the kernel doesn't enforce. */
export function runProcess(
  command: readonly [string, ...string[]],
  limits: Required<SandboxLimits>,
  options: SpawnOptions,
): SandboxProcess {
  const startedAt = performance.now();
  const [file, ...args] = command;
  // A separate session, so that the process has no terminal to write input to, and its group can be killed. Killing
  // only bwrap isn't enough, because its child ends with it only once the sandbox is complete; before that, the child
  // would wait for bwrap forever.
  const child = spawn(file, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const { ended, stop } = watchChild<OurKill>(child, { isGroupLeader: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrBytes);
  });
  const stdout = countingStream(limits.outputBytes, () => stop('output-limit'));
  child.stdout.pipe(stdout, { end: false });
  // A failed process's output ends with an error immediately, even if the rest hasn't been read.
  child.once('exit', (code) => {
    if (code !== 0) child.stdout.destroy();
  });
  void feed(options.stdin, child.stdin);
  return { stdout, exited: finish(), kill: () => stop('cancelled') };

  async function finish(): Promise<SandboxExit> {
    const deadlines = startDeadlines(stop, limits, options);
    const { exitCode: code, signal, stoppedFor, startError } = await ended;
    deadlines.end();
    const reason = startError?.message ?? stderr;
    const durationMs = performance.now() - startedAt;
    // The exit code as a shell reports it, because bwrap exits with 128 + the signal's number.
    const exitCode = signal === 'SIGKILL' ? 137 : code;
    const end = stoppedFor ?? classify({ exitCode, stderr: reason, durationMs, cpuSeconds: limits.cpuSeconds });
    const exit = { end, exitCode, stderr: reason, durationMs };
    if (end === 'finished') stdout.end();
    else stdout.destroy(new SandboxError(end, exit));
    return exit;
  }
}

/** Starts the time limit, which counts from the first use of the process, and watches the caller's signal. */
function startDeadlines(
  stop: (why: OurKill) => void,
  { wallMs }: Required<SandboxLimits>,
  { handedOut, signal }: SpawnOptions,
): { end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const startTimer = (): void => {
    if (!isOver) timer = setTimeout(() => stop('timed-out'), wallMs);
  };
  if (handedOut === undefined) startTimer();
  else void handedOut.then(startTimer);
  const onAbort = (): void => stop('cancelled');
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    end: () => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function countingStream(limitBytes: number, onExcess: () => void): Readable & Transform {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) {
        onExcess();
        done();
      } else done(null, chunk);
    },
  });
  // The reader receives the error. Without a reader, `exited` reports the same error.
  stream.on('error', () => undefined);
  return stream;
}

async function feed(source: SpawnOptions['stdin'], stdin: NodeJS.WritableStream): Promise<void> {
  const input = source === undefined ? [] : source instanceof Uint8Array ? [source] : source;
  // A process that ends before it has read its input breaks the pipe. `exited` reports the reason.
  await pipeline(Readable.from(input), stdin).catch(() => undefined);
}

/** Determines why a process that wasn't killed by this code ended. */
function classify(exit: {
  exitCode: number | null;
  stderr: string;
  durationMs: number;
  cpuSeconds: number;
}): SandboxEnd {
  if (exit.exitCode === 0) return 'finished';
  if (/out of memory|allocation[_ ]failed|memory allocation of \d+ bytes failed|bad_alloc/i.test(exit.stderr))
    return 'out-of-memory';
  // Only the kernel can have killed it, because of its CPU time or because the machine ran out of memory.
  const leastMs = (exit.cpuSeconds * 1000) / availableParallelism();
  if (exit.exitCode === 137) return exit.durationMs >= leastMs ? 'cpu-limit' : 'out-of-memory';
  return 'failed';
}
