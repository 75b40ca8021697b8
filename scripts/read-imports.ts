import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** Path from the root of the repository. */
  readonly from: string;
  /** The same of the imported file, or the name of an npm package or a module of Node. */
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** Whether it is a file of the repository that is not there. */
  readonly isMissing: boolean;
}

/** The imports of a TypeScript or JavaScript file: `import`, `export … from`, `import()` of a fixed name. */
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
    ...resolve(root, path, specifier),
  }));
}

/** Where a specifier leads: the rules of Node for a repository whose packages export their `src/index.ts` alone. */
function resolve(root: string, from: string, specifier: string): Pick<Import, 'to' | 'isMissing'> {
  if (specifier.startsWith('.')) {
    const to = posix.join(dirname(from), specifier);
    return { to, isMissing: !(statSync(join(root, to), { throwIfNoEntry: false })?.isFile() ?? false) };
  }
  const [, ours, rest] = /^@docwright\/([^/]+)(.*)$/.exec(specifier) ?? [];
  if (ours !== undefined) {
    const to = `packages/${ours}/src/${rest === '' ? 'index.ts' : rest}`;
    return { to, isMissing: !existsSync(join(root, to)) };
  }
  return { to: /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, isMissing: false };
}
