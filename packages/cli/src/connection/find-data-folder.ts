import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CliContext } from '../context.ts';

/** Name of the data folder where none is given; the service's own default. */
const DEFAULT_NAME = '.docwright';

/** The data folder: as given, as `DOCWRIGHT_DATA_DIR` says, else the nearest `.docwright` from here upwards, else the one here. */
export function findDataFolder({ env, cwd }: CliContext, option: string | undefined): string {
  const named = option ?? env['DOCWRIGHT_DATA_DIR'];
  if (named !== undefined && named !== '') return resolve(cwd, named);
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, DEFAULT_NAME))) return join(folder, DEFAULT_NAME);
    if (dirname(folder) === folder) return join(cwd, DEFAULT_NAME);
  }
}
