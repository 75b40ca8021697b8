import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import {
  compiledRoot,
  currentFile,
  entryPoints,
  listSources,
  repository,
} from '../packages/entry-points/src/compiled-folder.mjs';

/** Number of newer compilations after which one is deleted; a running service continues to read its own compilation. */
const compilationsKept = 5;

/** Native code, and WebAssembly that is looked up next to its module. */
const external = [/^satteri($|\/)/, /^harfbuzzjs($|\/)/, /^pg-native$/, /\.node$/];

/**
 * Compiles each entry point to one file and the parts that it loads later, and makes new processes run them.
 *
 * @param options.isSealed the sources never change from now on, so they need no freshness check
 * @returns the folder of the compiled files
 */
export async function compileEntryPoints({
  root = repository,
  isSealed = false,
}: { readonly root?: string; readonly isSealed?: boolean } = {}): Promise<string> {
  const folder = join(compiledRoot(root), randomUUID());
  const input = Object.fromEntries(Object.entries(entryPoints).map(([path, name]) => [name, join(root, path)]));
  await using bundle = await rolldown({
    input,
    external,
    platform: 'node',
    logLevel: 'silent',
    // Calls that are made only for their error, such as `decodeURIComponent(body)` in a `try`, count as having no
    // effect and would be left out.
    treeshake: false,
    plugins: [keepAddresses(root)],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    // By default, it removes code that it considers dead, including such calls.
    minify: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  const inputs = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const staging = join(folder, 'current.json');
  await writeFile(staging, JSON.stringify({ root, folder, isSealed, sources: listSources(root, inputs) }));
  // Atomic, because processes may start at the same time.
  await rename(staging, currentFile(root));
  await removeOldOnes(compiledRoot(root));
  return folder;
}

/**
 * A module finds adjacent files by its URL, so compiled modules keep the URL of their source. The compiled code also
 * knows its own URL.
 */
function keepAddresses(root: string): Plugin {
  const ownFolder = join(root, 'packages/entry-points/src/own-folder.mjs');
  return {
    name: 'docwright-keep-addresses',
    load: {
      filter: { id: ownFolder },
      handler: () => 'export const ownFolder = import.meta.dirname;',
    },
    transform: {
      filter: { id: /^\//, code: /\bimport\.meta\.(url|dirname|main)\b/ },
      handler(code, id) {
        if (id === ownFolder || !id.startsWith(root)) return null;
        const url = JSON.stringify(pathToFileURL(id).href);
        return code
          .replaceAll(/\bimport\.meta\.url\b/g, url)
          .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(join(id, '..')))
          .replaceAll(/\bimport\.meta\.main\b/g, 'false');
      },
    },
  };
}

async function removeOldOnes(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== 'current.json');
  const made = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  for (const { name } of made.sort((one, other) => other.at - one.at).slice(compilationsKept))
    await rm(join(folder, name), { recursive: true, force: true });
}
