import { execFileSync, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Options of bubblewrap: the same file system, but no route to any network. */
const isolation = '--bind / / --dev-bind /dev /dev --proc /proc --unshare-net --die-with-parent'.split(' ');
/** Capabilities for the embedded database, which switches to another user. */
const asRoot = process.getuid?.() === 0 ? ['--cap-add', 'ALL'] : [];

export function canIsolate(): boolean {
  try {
    execFileSync('bwrap', [...isolation, ...asRoot, '/bin/true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a program in a network namespace without routes, so that it can't download anything.
 *
 * @param steps is passed as JSON
 * @returns what the program prints as JSON
 */
export async function runIsolated(program: string, steps: unknown): Promise<unknown> {
  const child = spawn('bwrap', [...isolation, ...asRoot, process.execPath, program, JSON.stringify(steps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`the walk without a network ended with code ${code}`);
  return JSON.parse(output);
}
