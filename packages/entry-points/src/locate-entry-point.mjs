import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { entryPoints, findCompiledFolder, repository } from './compiled-folder.mjs';
import { compiledFolder } from './own-folder.mjs';

/**
 * Returns the file with which to start a process or a thread: the compiled entry point if it exists, otherwise its
 * source. A compiled process starts others from the same compilation, even if the sources have changed since.
 *
 * @param {URL} source of the entry point: `new URL('worker-process.ts', import.meta.url)`
 * @returns {URL}
 */
export function locateEntryPoint(source) {
  const path = relative(repository, fileURLToPath(source)).replaceAll('\\', '/');
  const name = Object.entries(entryPoints).find(([known]) => known === path)?.[1];
  if (name === undefined) throw new Error(`${path} is not an entry point; it isn't in packages/entry-points`);
  const folder = compiledFolder ?? (found ??= { folder: findCompiledFolder() }).folder;
  return folder === undefined ? source : pathToFileURL(join(folder, `${name}.mjs`));
}

/**
 * Searched once per process.
 *
 * @type {{ readonly folder: string | undefined } | undefined}
 */
let found;
