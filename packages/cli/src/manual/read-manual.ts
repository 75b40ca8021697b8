import { Readable, Writable } from 'node:stream';
import { readCommandTree } from '../completion/read-command-tree.ts';
import { createProgram } from '../create-program.ts';
import { formatManual } from './format-manual.ts';

/** Returns the manual's page for this version's commands. Runs no command. */
export function readManual(): string {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = {
    env: {},
    cwd: '/',
    stdin: Readable.from([]),
    stdout: nowhere,
    stderr: nowhere,
    isTerminal: { stdin: false, stdout: false, stderr: false },
    signal: new AbortController().signal,
    clock: () => 0,
    now: () => new Date(0),
    version: '',
    commit: undefined,
    uid: undefined,
    warn: () => undefined,
  };
  return formatManual(readCommandTree(createProgram(context, () => undefined)));
}
