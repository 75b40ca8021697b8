// Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The compiled files and their sources. Compiled files contain absolute paths of the repository, so they work only in
 * that location.
 *
 * @typedef {object} CompiledFolder
 * @property {string} root absolute path of the repository
 * @property {string} folder absolute path of the compiled files
 * @property {boolean} isSealed whether the sources never change, as in a container image
 * @property {readonly Source[]} sources each source file that was compiled, and npm's list of installed packages
 *
 * @typedef {[path: string, sizeBytes: number, changedMs: number]} Source
 */

/** Maps each entry point's source path, from the repository's root, to its name. */
export const entryPoints = Object.freeze({
  'packages/cli/src/main.ts': 'docwright',
  'packages/server/src/index.ts': 'server',
  'packages/server/src/main/worker-process.ts': 'worker-process',
  'packages/server/src/platform/git/git-runner-process.ts': 'git-runner-process',
  'packages/site-builder/src/main/site-session.ts': 'site-session',
  'packages/site-builder/src/main/page-thread.ts': 'page-thread',
  'packages/host/src/versions/brotli-worker.ts': 'brotli-worker',
  'packages/server/src/platform/sandbox/probe/probe.ts': 'sandbox-probe',
  'packages/server/src/platform/sandbox/probe/memory-bomb.ts': 'sandbox-memory-bomb',
});

export const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The folder of all compilations, each in its own folder: next to Node's compile cache, and ignored by git. */
export const compiledRoot = (/** @type {string} */ root) => join(root, 'node_modules/.cache/docwright-compiled');

/** Points to the current compilation. */
export const currentFile = (/** @type {string} */ root) => join(compiledRoot(root), 'current.json');

/** npm's list of installed packages, which npm rewrites whenever a package changes. */
const installedList = 'node_modules/.package-lock.json';

/**
 * Returns the compiled files of the current sources, or `undefined` if they weren't compiled or have changed since.
 *
 * @param {string} [root]
 * @returns {string | undefined}
 */
export function findCompiledFolder(root = repository) {
  try {
    /** @type {CompiledFolder} */
    const current = JSON.parse(readFileSync(currentFile(root), 'utf8'));
    if (current.root !== root || !statSync(current.folder).isDirectory()) return undefined;
    return current.isSealed || current.sources.every((source) => isAsCompiled(root, source))
      ? current.folder
      : undefined;
  } catch {
    // The list is missing or damaged: the sources can be run directly, but the start takes longer.
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} inputs absolute paths of the compiled files' sources
 * @returns {Source[]} including npm's list, which represents all packages
 */
export function listSources(root, inputs) {
  const own = inputs
    .map((path) => relative(root, path))
    .filter((path) => /^packages\/[^/]+\/(src|migrations)\//.test(path));
  return [...own.sort(), installedList].map((path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    return [path, size, mtimeMs];
  });
}

/**
 * Compares size and modification time, which takes 15 to 25 ms in total. Comparing the content would cost more time
 * than compiling saves.
 *
 * @param {string} root
 * @param {Source} source
 */
function isAsCompiled(root, [path, sizeBytes, changedMs]) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return found !== undefined && found.size === sizeBytes && found.mtimeMs === changedMs;
}
