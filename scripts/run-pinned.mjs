// Runs under any Node from 20 on, before anything is installed: nothing but built-in modules here.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failWithoutNode, findNode, runInstead } from '../packages/cli/bin/run-pinned-node.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { useHooks } from './use-hooks.mjs';

/**
 * Installs what is missing, builds the dashboard when its sources have changed, then runs a file of the repository under
 * the Node that the lockfile pins. Does not return.
 *
 * @param {string} file path from the root of the repository
 * @param {string[]} args
 * @param {(root: string, node: string) => void} [prepare] what else the file needs
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
