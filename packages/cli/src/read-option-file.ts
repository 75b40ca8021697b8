import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from './cli-error.ts';

/**
 * Reads the file that an option names.
 * @throws CliError `usage` that names the option and the file, without quoting its text
 */
export async function readOptionFile(
  cwd: string,
  { option, file, code }: { readonly option: string; readonly file: string; readonly code: string },
): Promise<string> {
  const path = resolve(cwd, file);
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError('usage', code, `${option} ${path} can't be read: ${describeReadFault(error)}`, { cause: error });
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file doesn't exist",
  EISDIR: 'it is a folder',
  EACCES: "you don't have permission to read it",
  ENOTDIR: 'part of its path is not a folder',
};

/** Returns the reason why a file can't be read, in words. */
export function describeReadFault(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
