// Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWithoutNode, findNode, runInstead } from '../packages/cli/bin/run-pinned-node.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { useHooks } from './use-hooks.mjs';

/**
 * Installs missing packages, builds the dashboard if its sources have changed, then runs a file of the repository under
 * the Node that the lockfile pins. Doesn't return.
 *
 * @param {string} file path from the root of the repository
 * @param {string[]} args
 * @param {(root: string, node: string) => void} [prepare] other preparations for the file
 */
export function runPinned(file, args, prepare) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  installDependencies(root);
  useHooks(root);
  const node = findNode(root);
  if (node === undefined) return failWithoutNode();
  buildDashboard(root, node);
  prepare?.(root, node);
  runInstead(node, [join(root, file), ...args]);
}
