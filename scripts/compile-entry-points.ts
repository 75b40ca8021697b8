import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import {
  compiledRoot,
  currentFile,
  entryPoints,
  listSources,
  repository,
} from '../packages/entry-points/src/compiled-folder.mjs';

/**
 * A compilation is deleted once there are this many newer compilations. Until then, a running service can read its own.
 */
const compilationsKept = 5;

/** Native code, and WebAssembly that a module loads from its own folder. */
const external = [/^satteri($|\/)/, /^harfbuzzjs($|\/)/, /^pg-native$/, /\.node$/];

/**
 * Compiles each entry point to one file and the parts that it loads later, and makes new processes run them.
 *
 * @param options.isSealed whether the sources will never change, so that they need no freshness check
 * @returns the folder of the compiled files
 */
export async function compileEntryPoints({
  root = repository,
  isSealed = false,
}: { readonly root?: string; readonly isSealed?: boolean } = {}): Promise<string> {
  const folder = join(compiledRoot(root), randomUUID());
  const inputs = await compileInto(folder, { root, location: folder });
  const staging = join(folder, 'current.json');
  await writeFile(staging, JSON.stringify({ root, folder, isSealed, sources: listSources(root, inputs) }));
  // Atomic, because processes may start at the same time.
  await rename(staging, currentFile(root));
  await removeOldOnes(compiledRoot(root));
  return folder;
}

/**
 * @param out the folder that is written
 * @param from.root the repository
 * @param from.location the folder in the repository to which the addresses in the compiled files are relative. Files
 *   next to the sources are found if they are in the same place relative to the compiled files.
 * @returns absolute paths of all files that were read
 */
export async function compileInto(
  out: string,
  { root, location }: { readonly root: string; readonly location: string },
): Promise<readonly string[]> {
  const input = Object.fromEntries(Object.entries(entryPoints).map(([path, name]) => [name, join(root, path)]));
  await using bundle = await rolldown({
    input,
    // Comments in the output contain paths relative to it.
    cwd: root,
    external,
    platform: 'node',
    logLevel: 'silent',
    // The compiler would remove calls that are made only because they may throw, such as `decodeURIComponent(body)` in
    // a `try`.
    treeshake: false,
    plugins: [keepAddresses(root, location), escapeOtherCharacters],
  });
  const { output } = await bundle.write({
    dir: out,
    format: 'esm',
    // By default, the compiler removes code that it considers dead, including such calls.
    minify: false,
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/**
 * Keeps relative addresses valid. A module finds adjacent files by its URL, so compiled modules contain the URL of
 * their source, relative to their own. The compiled code also contains the path of the folder that contains it.
 */
function keepAddresses(root: string, location: string): Plugin {
  const ownFolder = join(root, 'packages/entry-points/src/own-folder.mjs');
  const addressOf = (path: string) => `new URL(${JSON.stringify(relative(location, path))}, import.meta.url)`;
  return {
    name: 'docwright-keep-addresses',
    load: {
      filter: { id: ownFolder },
      handler: () => 'export const compiledFolder = import.meta.dirname;',
    },
    transform: {
      filter: { id: /^\//, code: /\bimport\.meta\.(url|dirname|main|resolve)\b/ },
      async handler(code, id) {
        if (id === ownFolder || !id.startsWith(root)) return null;
        const resolved = new Map<string, string>();
        for (const [, name = ''] of code.matchAll(ownPackage)) {
          const target = await this.resolve(name, id);
          if (target !== null) resolved.set(name, target.id);
        }
        return code
          .replaceAll(/\bimport\.meta\.(url|dirname|main)\b/g, (_all, name: string) => {
            if (name === 'main') return 'false';
            if (name === 'url') return `${addressOf(id)}.href`;
            return `process.getBuiltinModule("node:url").fileURLToPath(${addressOf(dirname(id))})`;
          })
          .replaceAll(ownPackage, (all, name: string) => {
            const target = resolved.get(name);
            return target === undefined ? all : `${addressOf(target)}.href`;
          });
      },
    },
  };
}

/**
 * V8 keeps a source in memory. If the source contains a single character outside ASCII, each character takes two bytes:
 * 37 instead of 16 MB in an API process and in a worker. `charset` doesn't escape comments and tagged templates. An
 * escape in a template has the same value, unless its tag reads the raw text.
 */
const escapeOtherCharacters: Plugin = {
  name: 'docwright-escape-other-characters',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      if (/\.raw`[^`]*[^\0-\x7F]/.test(file.code))
        throw new Error(`${file.fileName} has a raw template with a character outside ASCII.`);
      // This backslash would escape the backslash of the new escape sequence.
      if (/(?<!\\)(?:\\\\)*\\[^\0-\x7F]/.test(file.code))
        throw new Error(`${file.fileName} has a character outside ASCII after a backslash.`);
      file.code = file.code.replaceAll(
        /[^\0-\x7F]/g,
        (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Our packages are in the repository but not in `node_modules` of an installed command. */
const ownPackage = /\bimport\.meta\.resolve\(\s*'(@docwright\/[^']+)'\s*\)/g;

async function removeOldOnes(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== 'current.json');
  const made = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  for (const { name } of made.sort((one, other) => other.at - one.at).slice(compilationsKept))
    await rm(join(folder, name), { recursive: true, force: true });
}
