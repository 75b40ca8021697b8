import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

const bin = fileURLToPath(new URL('../../bin/docwright.mjs', import.meta.url));

/** Runs the real command in its own process, without this process's settings, and waits for its end. */
export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const child = startCommand(args, options);
  child.stdin.end(options.stdin ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

export function startCommand(args: readonly string[], { env, cwd = '/' }: RunOptions = {}) {
  // A cache that can't be written: tests leave nothing in the user's home folder.
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], XDG_CACHE_HOME: '/dev/null' };
  return spawn(process.execPath, [bin, ...args], { cwd, env: { ...own, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Runs with `--json` and parses what came: exactly one JSON object, and nothing else on stdout. */
export async function runJson(args: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], options);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== 1) throw new Error(`${lines.length} lines on stdout: ${stdout}\n${stderr}`);
  return { code, stderr, json: JSON.parse(lines[0] ?? '') as Record<string, unknown> };
}
