import { readFileSync } from 'node:fs';
import { runCli } from './run-cli.ts';

const { version, gitHead } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  /** npm's field for the commit; `npm run release` adds it. */
  readonly gitHead?: string;
};

const ECHO_MS = 1000;
const LINGER_MS = 2000;
let interruptedAt = 0;
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A command with its own listener uses SIGHUP differently. The deployment server, for example, fetches its bundle
    // again.
    if (signal === 'SIGHUP' && process.listenerCount(signal) > 1) return;
    // A second signal ends the process immediately, unless it is a copy of the first. Copies occur because a terminal
    // signals the whole process group, and npm and our own parent process forward the signal.
    if (interruption.signal.aborted && performance.now() - interruptedAt > ECHO_MS) process.exit(130);
    if (!interruption.signal.aborted) interruptedAt = performance.now();
    interruption.abort();
  });
}
// If the disk is full (`docwright serve > file`) or the terminal is closed, log lines are lost, but the service must
// not end: after a hangup, it finishes running work first.
const lostOutput = new Set(['ENOSPC', 'EDQUOT', 'EIO']);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe: `docwright … | head`.
  if (error.code === 'EPIPE') process.exit(0);
  if (!lostOutput.has(error.code ?? '')) throw error;
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !lostOutput.has(error.code ?? '')) throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: { stdin: process.stdin.isTTY, stdout: process.stdout.isTTY, stderr: process.stderr.isTTY },
  signal: interruption.signal,
  clock: () => performance.now(),
  now: () => new Date(),
  version,
  commit: gitHead,
  uid: process.getuid?.(),
});
// A resource that is still open, such as a connection, must not keep an interrupted process alive.
if (interruption.signal.aborted) setTimeout(() => process.exit(), LINGER_MS).unref();
