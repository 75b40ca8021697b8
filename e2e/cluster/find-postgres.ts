import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian installs the servers of all major versions in parallel, outside the PATH. */
const versionsFolder = '/usr/lib/postgresql';
/** The oldest version that `DATABASE_URL` supports. */
const oldestVersion = 15;

/** Returns the folder with `initdb` and `postgres` of the oldest supported version, or `undefined`. */
export function findPostgres(): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).map(Number) : [];
  return versions
    .filter((version) => version >= oldestVersion)
    .sort((a, b) => a - b)
    .map((version) => join(versionsFolder, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}
