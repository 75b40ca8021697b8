import { dirname } from 'node:path';
import { DocwrightError } from '@docwright/sdk';
import { exitCodes, type ExitName } from './exit-codes.ts';

/** An error that is reported on one line, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  readonly code: string;
  constructor(exit: ExitName, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit = exit;
    this.code = code;
  }
}

/** The output of a failed command: one line for people, one object for programs. */
export interface Failure {
  readonly exitCode: number;
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Converts an error to output. Errors of the server and the host are recognized by name and code, because importing
 * their classes would load those packages.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof DocwrightError) return apiFailure(error);
  if (error instanceof CliError) {
    return failure(error.exit, error.message, { code: error.code });
  }
  if (isInterruption(error)) return failure('interrupted', 'interrupted', { code: 'interrupted' });
  const { name, message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : unknownError(error);
  const exit = name === 'SettingsError' || code === 'setting-invalid' ? 'usage' : 'failed';
  return failure(exit, describeSystemFault(error) ?? message, {
    code: typeof code === 'string' && code !== '' ? code : exit,
  });
}

const unknownError = (error: unknown) => ({ name: '', message: String(error), code: undefined });

function apiFailure(error: DocwrightError): Failure {
  const { status, code, requestId, details, retryAfterMs } = error;
  const wait = retryAfterMs === undefined ? [] : [`try again in ${Math.ceil(retryAfterMs / 1000)} s`];
  // The message often already contains the details.
  const missing = details.filter(({ message }) => !error.message.includes(message));
  const more = missing.map(({ path, message }) => `${path}: ${message}`);
  const fields = { code, status, requestId, details: details.length > 0 ? details : undefined, retryAfterMs };
  return failure(exitOf(error), error.message, fields, [...more, ...wait]);
}

function exitOf({ status }: DocwrightError): ExitName {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'notFound';
  if (status === 409 || status === 422) return 'conflict';
  if (status === 429) return 'rateLimited';
  return status >= 400 && status < 500 ? 'usage' : 'unreachable';
}

function failure(
  exit: ExitName,
  message: string,
  fields: Record<string, unknown>,
  more: readonly string[] = [],
): Failure {
  return {
    exitCode: exitCodes[exit].code,
    lines: [`error: ${message}`, ...more.map((line) => `  ${line}`)],
    json: { error: message, ...fields },
  };
}

const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const writeRemedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space, or choose a folder on another disk',
  EDQUOT: "the disk quota is used up; delete files, or choose a folder that isn't under this quota",
  EROFS: 'the disk is read-only; choose a folder on another disk',
};

type SystemFault = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

/** Describes a system error with its value and a remedy. Node's message has no remedy, and no path if a write fails. */
function describeSystemFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall, address = '', port } = error as SystemFault;
  if (syscall === 'mkdtemp' && path !== undefined)
    return `${dirname(path)} can't be used for temporary files (${code}); set TMPDIR to a folder that exists and is writable`;
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use; stop the process that uses it, or choose another port`;
  const remedy = syscall === undefined ? undefined : writeRemedies[code];
  return remedy === undefined ? undefined : `${path ?? 'The output'} can't be written (${code}): ${remedy}`;
}

/** Adds the path to a file system error that lacks it. */
export function withPath(error: unknown, path: string): unknown {
  const isNameless = error instanceof Error && 'syscall' in error && !('path' in error);
  return isNameless ? Object.assign(error, { path }) : error;
}
