import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LockEntry } from '../check-dependencies.ts';

/** An entry of the lockfile with a version; only links to our own packages have none. */
export interface LockedPackage extends LockEntry {
  readonly version: string;
}

/** Reads the lockfile's packages by path, such as `node_modules/yaml`. */
export function readLockedPackages(root: string): Readonly<Record<string, LockedPackage>> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return packages;
}

/**
 * Returns the published archive of a locked package, including packages for other platforms, which npm doesn't install.
 * Downloads it only once.
 */
export function fetchLockedPackage(root: string, name: string): string {
  const locked = readLockedPackages(root)[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in package-lock.json`);
  const cache = join(root, 'node_modules/.cache/docwright-release');
  const file = join(cache, `${name.replace('@', '').replace('/', '-')}-${locked.version}.tgz`);
  const staging = join(cache, `${process.pid}`);
  if (!existsSync(file)) {
    mkdirSync(staging, { recursive: true });
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', `${name}@${locked.version}`, '--json', '--pack-destination', staging], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as readonly { readonly filename: string }[];
    renameSync(join(staging, packed?.filename.replace('@', '').replace('/', '-') ?? ''), file);
    rmSync(staging, { recursive: true });
  }
  const digest = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (digest !== locked.integrity)
    throw new Error(`${file} has the digest ${digest}; package-lock.json requires ${locked.integrity ?? 'none'}`);
  return file;
}
