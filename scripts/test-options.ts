import { parseArgs } from 'node:util';

export interface TestOptions {
  /** Parts of paths: only the test files that contain one of them run. */
  readonly words: readonly string[];
  /** Whether every file runs, on all rows of its tables. */
  readonly isFull: boolean;
  /** Whether to keep running, and to run a file again whenever a file that it imports changes. */
  readonly isWatch: boolean;
  /** A commit: runs only the test files that changes since then affect. */
  readonly since?: string;
}

export const usage = `npm test                         static checks, all unit tests, one story for each whole system, samples of large tables
npm run test:full                everything
npm test -- WORD…                only files whose path contains one of the words
npm test -- --since COMMIT       only files that the changes since that commit affect
npm test -- --watch WORD…        run the files again whenever they change`;

/** @throws {Error} for an unknown option, and for options that exclude each other */
export function readTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { full: { type: 'boolean' }, watch: { type: 'boolean' }, since: { type: 'string' } },
  });
  const isWatch = values.watch === true;
  if (isWatch && words.length === 0) throw new Error('--watch needs words, parts of the paths of test files.');
  if (isWatch && values.since !== undefined) throw new Error('--watch and --since exclude each other.');
  return {
    words,
    isFull: values.full === true,
    isWatch,
    ...(values.since !== undefined && { since: values.since }),
  };
}
