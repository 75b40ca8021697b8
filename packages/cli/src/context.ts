import type { Readable, Writable } from 'node:stream';

/** The environment of a command. In this package, only `main.ts` accesses `process`. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether each stream is connected to a terminal. */
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly now: () => Date;
  readonly version: string;
  /** The commit from which the installed package was built; `undefined` in a clone. */
  readonly commit: string | undefined;
  /** ID of the user who runs the process; `undefined` on Windows. */
  readonly uid: number | undefined;
  /** Shows the user a message on stderr, at most once. */
  readonly warn: (sentence: string) => void;
}

/**
 * The context that `main.ts` provides. Its streams are unfiltered, while a command's streams can't control the
 * terminal.
 */
export type ProcessContext = Omit<CliContext, 'warn'>;
