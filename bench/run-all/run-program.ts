import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** The error message, or the last line, of stderr; of stdout if stderr is empty. */
  readonly lastLine: string;
}

/** Runs a program from a checkout's `bench` folder. */
export async function runProgram(checkout: string, program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join('bench', program), ...args], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-100_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, lastLine: findReason(errors) ?? findReason(output) ?? 'it printed nothing' };
}

/** Returns the line with an error's message, otherwise the last line. */
export function findReason(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^(?:\w*Error\b.*|error): /.test(line)) ?? lines.at(-1))?.trim();
}
