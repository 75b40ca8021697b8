// Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a clone use the hooks of the repository, unless its developer has chosen others. Install scripts of packages
 * are never run (`.npmrc`), including npm's `prepare`, so this is done wherever the packages are installed.
 *
 * @param {string} root the repository
 */
export function useHooks(root) {
  if (!existsSync(join(root, '.git'))) return;
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', ['config', ...args], { cwd: root, encoding: 'utf8' });
  if (git('core.hooksPath').stdout === '') git('--local', 'core.hooksPath', '.githooks');
}
