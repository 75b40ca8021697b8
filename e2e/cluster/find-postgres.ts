import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps the servers of all major versions side by side, none of them on the path. */
const versionsFolder = '/usr/lib/postgresql';
/** What `DATABASE_URL` promises to work with. */
const oldestVersion = 15;

/** The folder with `initdb` and `postgres` of the oldest version that the service takes, or undefined. */
export function findPostgres(): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).map(Number) : [];
  return versions
    .filter((version) => version >= oldestVersion)
    .sort((a, b) => a - b)
    .map((version) => join(versionsFolder, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}
