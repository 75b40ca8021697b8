import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { findOtherWriterOfFolder } from './find-other-writer.ts';

/** The default name of the data folder, which must match the service's default. */
const DEFAULT_NAME = '.docwright';

export interface DataFolder {
  readonly path: string;
  /**
   * Whether the user named the folder explicitly. A relative path in the environment doesn't count, because it depends
   * on the current folder.
   */
  readonly isNamed: boolean;
}

/**
 * Finds the data folder: the option, `DOCWRIGHT_DATA_DIR`, the nearest `.docwright` from here upward, or a new folder
 * here, in this order.
 */
export function findDataFolder({ env, cwd }: Pick<CliContext, 'env' | 'cwd'>, option: string | undefined): DataFolder {
  const named = option ?? env['DOCWRIGHT_DATA_DIR'];
  if (named !== undefined && named !== '')
    return { path: resolve(cwd, named), isNamed: option !== undefined || isAbsolute(named) };
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, DEFAULT_NAME))) return { path: join(folder, DEFAULT_NAME), isNamed: false };
    if (dirname(folder) === folder) return { path: join(cwd, DEFAULT_NAME), isNamed: false };
  }
}

/**
 * Like `findDataFolder`, for commands that use the folder's database and settings, which must be as trusted as code.
 * @throws {CliError} `untrusted_data_folder`: the folder was found rather than named, and someone else may have written
 * it
 */
export function requireOwnDataFolder(context: CliContext, option: string | undefined): string {
  const { path, isNamed } = findDataFolder(context, option);
  const reason = isNamed || !existsSync(path) ? undefined : findOtherWriterOfFolder(path, context);
  if (reason === undefined) return path;
  throw new CliError(
    'usage',
    'untrusted_data_folder',
    `the data folder ${path} is not used: ${reason}. If you trust its content, specify it with --data-dir`,
  );
}
