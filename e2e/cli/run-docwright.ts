import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one of the repository's scripts as a shell does, without this process's settings. */
export function startScript(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startProgram(process.execPath, [script, ...args], env);
}

/**
 * Runs `npm start` as npm does, without npm.
 *
 * @param detached starts it in its own process group, which a test can signal like a terminal
 */
export function runNpmStart(args: readonly string[], env: Readonly<Record<string, string>>, detached: boolean) {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
  const path = `${root}node_modules/.bin:${process.env['PATH']}`;
  return startProgram('sh', ['-c', `${scripts.start} "$@"`, 'start', ...args], { PATH: path, ...env }, detached);
}

function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  detached = false,
) {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return spawn(program, args, { cwd: root, env: { ...own, ...env }, detached, stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function collect(child: ReturnType<typeof startScript>): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Runs the `docwright` command until it ends. */
export function docwright(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
  return collect(startScript('packages/cli/bin/docwright.mjs', args, env));
}

/** Like `docwright`, with `--json`. Returns the parsed output. */
export async function docwrightJson(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await docwright([...args, '--json'], env);
  try {
    return { code, json: JSON.parse(stdout) as Record<string, unknown> };
  } catch (cause) {
    throw new Error(`docwright ${args.join(' ')}: exit ${code}\n${stdout}\n${stderr}`, { cause });
  }
}
