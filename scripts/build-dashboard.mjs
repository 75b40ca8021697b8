// Must run on Node 20 or newer, so it imports only built-in modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of the built files. The lockfile represents the packages. */
const SOURCES = [
  'packages/dashboard',
  'packages/doc-agent/src',
  'packages/highlight/src',
  'packages/sdk/src',
  'package-lock.json',
];
const IGNORED = /(^|\/)(dist|node_modules)(\/|$)|\.test\.ts$/;

/** The file in `dist` that contains the digest of the sources from which `dist` was built. */
export const DIGEST_FILE = 'source-digest.txt';

/**
 * Rebuilds the dashboard if its files don't match the sources. The service works without the dashboard, so a failed
 * build is only reported, and `/dashboard` shows that the dashboard is missing.
 *
 * @param {string} root the repository
 * @param {string} node the Node that the lockfile pins
 */
export function buildDashboard(root, node) {
  if (isDashboardFresh(root)) return;
  process.stderr.write('Building the dashboard (once; a few seconds) …\n');
  const { status } = spawnSync(node, [join(root, 'scripts/run-build-dashboard.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
  });
  if (status !== 0) process.stderr.write('docwright: the dashboard could not be built; the API works without it.\n');
}

/** @param {string} root */
export function isDashboardFresh(root) {
  try {
    return readFileSync(join(root, 'packages/dashboard/dist', DIGEST_FILE), 'utf8') === digestSources(root);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Digests the content, because a clone, a `git pull` and a copied folder all have meaningless file times.
 *
 * @param {string} root
 */
export function digestSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => listFiles(root, source)).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !IGNORED.test(entry.name))
      .flatMap((entry) => (entry.isDirectory() ? listFiles(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
