import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SandboxError } from './errors.ts';
import type { SandboxEnd, SandboxExit, SandboxLimits, SandboxProcess, SpawnOptions } from './sandbox.ts';

type OurKill = 'timed-out' | 'output-limit' | 'cancelled';

const stderrBytes = 16 * 1024;

/** Starts the command with nothing of our environment, and holds it to the limits that no kernel holds for us. */
export function runProcess(
  command: readonly [string, ...string[]],
  limits: Required<SandboxLimits>,
  options: SpawnOptions,
): SandboxProcess {
  const startedAt = performance.now();
  const [file, ...args] = command;
  const child = spawn(file, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let killedFor: OurKill | undefined;
  let stderr = '';
  const kill = (why: OurKill): void => {
    killedFor ??= why;
    killGroup(child);
  };
  const onAbort = (): void => kill('cancelled');
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const startTimer = (): void => {
    if (!isOver) timer = setTimeout(() => kill('timed-out'), limits.wallMs);
  };
  if (options.handedOut === undefined) startTimer();
  else void options.handedOut.then(startTimer);
  if (options.signal?.aborted) onAbort();
  else options.signal?.addEventListener('abort', onAbort, { once: true });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrBytes);
  });
  const stdout = countingStream(limits.outputBytes, () => kill('output-limit'));
  child.stdout.pipe(stdout, { end: false });
  void feed(options.stdin, child.stdin);

  const exited = new Promise<SandboxExit>((resolve) => {
    const finish = (code: number | null, signal: NodeJS.Signals | null, reason = stderr): void => {
      isOver = true;
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      const durationMs = performance.now() - startedAt;
      // A shell's way of telling: bwrap answers 128 + the signal's number.
      const exitCode = signal === 'SIGKILL' ? 137 : code;
      const end = killedFor ?? classify({ exitCode, stderr: reason, durationMs, cpuSeconds: limits.cpuSeconds });
      const exit = { end, exitCode, stderr: reason, durationMs };
      if (end === 'finished') stdout.end();
      else stdout.destroy(new SandboxError(end, exit));
      resolve(exit);
    };
    child.once('error', (error) => finish(null, null, error.message));
    child.once('close', (code, signal) => finish(code, signal));
  });
  return { stdout, exited, kill: () => kill('cancelled') };
}

/**
 * The command has a session of its own: no terminal to push input into, and one group to kill. bwrap alone is not enough:
 * what it forks dies with it only once the sandbox stands, and would wait for it forever before.
 */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
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
  // Whoever reads gets the error; if nobody does, `exited` tells the same.
  stream.on('error', () => undefined);
  return stream;
}

async function feed(source: SpawnOptions['stdin'], stdin: NodeJS.WritableStream): Promise<void> {
  const input = source === undefined ? [] : source instanceof Uint8Array ? [source] : source;
  // A process that ends before its input does closes the pipe: how it ended tells why.
  await pipeline(Readable.from(input), stdin).catch(() => undefined);
}

/** How a process ended that we did not kill. */
function classify(exit: {
  exitCode: number | null;
  stderr: string;
  durationMs: number;
  cpuSeconds: number;
}): SandboxEnd {
  if (exit.exitCode === 0) return 'finished';
  if (/out of memory|allocation[_ ]failed|memory allocation of \d+ bytes failed|bad_alloc/i.test(exit.stderr))
    return 'out-of-memory';
  // Only the kernel is left: for the processor time, or because the machine has no memory.
  const leastMs = (exit.cpuSeconds * 1000) / availableParallelism();
  if (exit.exitCode === 137) return exit.durationMs >= leastMs ? 'cpu-limit' : 'out-of-memory';
  return 'failed';
}
