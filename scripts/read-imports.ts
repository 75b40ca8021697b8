import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** Path from the root of the repository. */
  readonly from: string;
  /** The path of the imported file, or the name of an npm package or a Node module. */
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** Whether it was imported by the name of a package, not by a path. */
  readonly isByName: boolean;
  /** Whether it is a nonexistent file of the repository. */
  readonly isMissing: boolean;
}

/** Returns the paths outside its package that a file reads at run time by relative URLs. */
export function readForeignFiles(root: string, path: string): string[] {
  const [ownFolder] = /^packages\/[^/]+\//.exec(path) ?? [''];
  const urls = readFileSync(join(root, path), 'utf8').matchAll(/new URL\(\s*'(\.\.\/[^']+)',\s*import\.meta\.url/g);
  return Array.from(urls, ([, url]) => posix.join(dirname(path), url ?? '')).filter(
    (to) => !`${to}/`.startsWith(ownFolder),
  );
}

/**
 * Reads the names that a file renames in re-exports: `selectSite as findSite`. A search for either name would find only
 * half of the uses.
 */
export function readRenames(root: string, path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest && importName.name !== null && importName.name !== exportName.name
        ? [`${importName.name} as ${exportName.name}`]
        : [],
    ),
  );
}

/** Reads the imports of a TypeScript or JavaScript file: `import`, `export … from`, `import()` with a fixed name. */
export function readImports(root: string, path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8');
  const { module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  const found = new Map<string, boolean>();
  const add = (specifier: string, isTypeOnly: boolean) => {
    found.set(specifier, isTypeOnly && (found.get(specifier) ?? true));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (specifier !== undefined) add(specifier, false);
  }
  return Array.from(found, ([specifier, isTypeOnly]) => ({
    from: path,
    isTypeOnly,
    ...resolveImport(root, path, specifier),
  }));
}

/**
 * Resolves a specifier to a file of the package, to an export of one of our packages, or to a module outside the
 * repository.
 */
export function resolveImport(
  root: string,
  from: string,
  specifier: string,
): Pick<Import, 'to' | 'isMissing' | 'isByName'> {
  if (specifier.startsWith('.')) {
    const to = posix.join(dirname(from), specifier);
    // Browser code imports files of the built site, not of the repository.
    const isBuilt = from.includes('/client/') && to.endsWith('.js');
    return { to, isMissing: !isBuilt && !isFile(join(root, to)), isByName: false };
  }
  const [, ours, rest] = /^@docwright\/([^/]+)(.*)$/.exec(specifier) ?? [];
  if (ours === undefined) {
    return { to: /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, isMissing: false, isByName: true };
  }
  const file = readExports(root, ours)[`.${rest ?? ''}`];
  const to = posix.join('packages', ours, file ?? `(no export ".${rest ?? ''}")`);
  return { to, isMissing: !isFile(join(root, to)), isByName: true };
}

function readExports(root: string, name: string): Readonly<Record<string, string>> {
  const path = join(root, 'packages', name, 'package.json');
  if (!isFile(path)) return {};
  return (JSON.parse(readFileSync(path, 'utf8')) as { exports?: Record<string, string> }).exports ?? {};
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
