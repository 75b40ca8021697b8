// Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWithoutNode, findNode, runInstead } from '../packages/cli/bin/run-pinned-node.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { useHooks } from './use-hooks.mjs';

/**
 * Installs missing packages, and builds the dashboard if its sources have changed. Ends this process if no suitable
 * Node exists.
 *
 * @returns {{ root: string, node: string }} the repository, and the Node that the lockfile pins
 */
export function prepareRepository() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  installDependencies(root);
  useHooks(root);
  const node = findNode(root) ?? failWithoutNode();
  buildDashboard(root, node);
  return { root, node };
}

/**
 * Prepares the repository, then runs a file of it under the Node that the lockfile pins. Doesn't return.
 *
 * @param {string} file path from the root of the repository
 * @param {string[]} args
 */
export function runPinned(file, args) {
  const { root, node } = prepareRepository();
  runInstead(node, [join(root, file), ...args]);
}
