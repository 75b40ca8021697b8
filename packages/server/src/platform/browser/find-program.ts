import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { runProgram } from '../processes/index.ts';

/** The browser's program and the files that it needs, as absolute paths. */
export interface BrowserProgram {
  readonly path: string;
  /** Maps each linked library's path, as the program expects it, to its actual path. */
  readonly libraries: ReadonlyMap<string, string>;
}

const startTimeoutMs = 10_000;

/**
 * Finds a program's libraries with the dynamic loader, which only lists them and doesn't run the program.
 * @returns the problem, as a string, if the program can't run in the sandbox
 */
export async function findProgram(path: string): Promise<BrowserProgram | string> {
  const problem = findFileProblem(path);
  if (problem !== undefined) return problem;
  const { exitCode, stdout, stderr, failure } = await runProgram({
    start: () => spawn(path, [], { env: { LD_TRACE_LOADED_OBJECTS: '1' }, cwd: '/', detached: true }),
    timeoutMs: startTimeoutMs,
    isGroupLeader: true,
  });
  if (exitCode !== 0) return `its libraries can't be listed: ${(failure ?? stderr).trim()}`;
  return readLibraries(realpathSync(path), stdout);
}

/** Reads the loader's list: `libc.so.6 => /lib/libc.so.6 (0x7f…)`, `/lib64/ld-linux-x86-64.so.2 (0x7f…)`. */
export function readLibraries(
  path: string,
  list: string,
  resolve: (library: string) => string = realpathSync,
): BrowserProgram | string {
  // The sandbox will contain the program's folder.
  if (dirname(path) === '/') return `${path} is in the root folder, so the browser could read all files`;
  const missing = list.match(/^[ \t]*(\S+) => not found$/m)?.[1];
  if (missing !== undefined) return `the library ${missing} is missing`;
  const libraries = [...list.matchAll(/(?:^|\s)(\/\S+) \(0x/g)].map(([, library = '']) => library);
  if (libraries.length === 0) return 'it is not linked with the C library of this machine';
  return { path, libraries: new Map(libraries.map((library) => [library, resolve(library)])) };
}

function findFileProblem(path: string): string | undefined {
  const head = Buffer.alloc(4);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head, 0, 4, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return `${path} can't be read`;
  }
  return head.toString('latin1') === '\x7fELF'
    ? undefined
    : `${path} is not a program, but perhaps a script that starts one`;
}
