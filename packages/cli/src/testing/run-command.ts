import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCli } from '../run-cli.ts';

export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly commit?: string;
  readonly stdin?: string;
}

const bin = fileURLToPath(new URL('../../bin/docwright.mjs', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Runs a command line in this process, without this process's settings, and waits until it ends. A separate process
 * takes half a second of processor time; use `startCommand` only for tests that need one: signals, a kill, a terminal.
 */
export async function runCommand(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const stdout = new Text();
  const stderr = new Text();
  const code = await runCli(args, {
    env: commandEnv(options.env),
    cwd: options.cwd ?? '/',
    stdin: Readable.from([options.stdin ?? '']),
    stdout,
    stderr,
    isTerminal: { stdin: false, stdout: false, stderr: false },
    signal: new AbortController().signal,
    clock: () => performance.now(),
    now: () => new Date(),
    version,
    commit: options.commit,
    uid: process.getuid?.(),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Text extends Writable {
  text = '';
  readonly #decoder = new TextDecoder();
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += this.#decoder.decode(chunk, { stream: true });
    done();
  }
}

/** Starts the real command in a separate process. */
export function startCommand(args: readonly string[], { env, cwd = '/' }: RunOptions = {}) {
  return spawn(process.execPath, [bin, ...args], { cwd, env: commandEnv(env), stdio: ['pipe', 'pipe', 'pipe'] });
}

function commandEnv(env: RunOptions['env']): Record<string, string | undefined> {
  // An unwritable cache path, so that tests leave nothing in the user's home folder.
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], XDG_CACHE_HOME: '/dev/null', ...env };
}

/** Runs with `--json` and parses stdout, which must contain exactly one JSON object. */
export async function runJson(args: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], options);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== 1) throw new Error(`${lines.length} lines on stdout: ${stdout}\n${stderr}`);
  return { code, stderr, json: JSON.parse(lines[0] ?? '') as Record<string, unknown> };
}
