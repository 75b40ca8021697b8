// Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {string | string[]} Names
 * @typedef {{ version?: string, os?: Names, cpu?: Names, libc?: Names, optional?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock
 * @typedef {{ os: string, cpu: string }} Machine
 */

/** npm's own list of installed packages. */
const INSTALLED_LIST = 'node_modules/.package-lock.json';

/**
 * Installs the lockfile's packages if they are missing, and reports it on stderr; stdout stays free for the command.
 * Compares content, not times: a clone, a `git pull` and a copied folder all have meaningless file times.
 *
 * @param {string} root the repository
 */
export function installDependencies(root) {
  const listMissing = () =>
    findMissingPackages(readLock(join(root, 'package-lock.json')), readLock(join(root, INSTALLED_LIST)));
  const missing = listMissing();
  if (missing.length === 0) return;
  const startedAt = Date.now();
  process.stderr.write(
    `Installing ${missing.length === 1 ? '1 package' : `${missing.length} packages`} (once; about half a minute) …\n`,
  );
  const npm = process.env['npm_execpath'];
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it rejects a lockfile without the optional packages of platforms that the current registry doesn't
  // provide. Whether exactly the lockfile's packages were installed is checked below.
  const { status, error } = spawnSync(
    command,
    [...first, 'install', '--no-save', '--loglevel=error', '--no-progress'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) fail(error === undefined ? `npm install ended with exit code ${status}` : error.message);
  const [other] = listMissing();
  if (other !== undefined) fail(`${other} doesn't match the lockfile`);
  process.stderr.write(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
}

/** @param {string} cause */
function fail(cause) {
  process.stderr.write(`docwright: the packages could not be installed: ${cause}\n`);
  process.exit(1);
}

/**
 * Finds packages of the lockfile that this machine should have but lacks, or has in a different version.
 *
 * @param {Lock | undefined} wanted
 * @param {Lock | undefined} installed
 * @param {Machine} [machine]
 * @returns {string[]} paths as in the lockfile: `node_modules/commander`
 */
export function findMissingPackages(wanted, installed, machine = { os: process.platform, cpu: process.arch }) {
  return Object.entries(wanted?.packages ?? {})
    .filter(([path, entry]) => path.includes('node_modules/') && isForMachine(entry, machine))
    .filter(([path, entry]) => {
      const found = installed?.packages?.[path];
      return found === undefined ? !mayBeLeftOut(entry) : found.version !== entry.version;
    })
    .map(([path]) => path);
}

/**
 * Whether a package may be missing. An optional package is certain to be installed only if it names the platform but no
 * C library.
 *
 * @param {LockEntry} entry
 */
function mayBeLeftOut({ optional, os, cpu, libc }) {
  return optional === true && ((os === undefined && cpu === undefined) || libc !== undefined);
}

/**
 * @param {LockEntry} entry
 * @param {Machine} machine
 */
function isForMachine(entry, { os, cpu }) {
  return allows(entry.os, os) && allows(entry.cpu, cpu);
}

/**
 * Applies the rule for package.json's `os` and `cpu`: a name, or a list of names or `!names`.
 *
 * @param {Names | undefined} given
 * @param {string} name
 */
function allows(given, name) {
  const list = [given ?? []].flat();
  if (list.length === 0) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(name) || list.every((item) => item.startsWith('!'));
}

/**
 * @param {string} path
 * @returns {Lock | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
