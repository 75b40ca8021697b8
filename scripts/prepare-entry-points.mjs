// Must run on Node 20 or newer, so it imports only built-in modules.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findCompiledFolder } from '../packages/entry-points/src/compiled-folder.mjs';

/**
 * Compiles the entry points if their sources have changed. If that fails, processes read the sources, which only makes
 * starting slower.
 *
 * @param {string} root the repository
 * @param {string} node the Node that the lockfile pins
 */
export function prepareEntryPoints(root, node) {
  if (findCompiledFolder(root) !== undefined) return;
  process.stderr.write('Compiling the service (once; a few seconds) …\n');
  const { status } = spawnSync(node, [join(root, 'scripts/run-compile-entry-points.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
  });
  if (status !== 0) process.stderr.write('docwright: the service could not be compiled; it starts from its sources.\n');
}
