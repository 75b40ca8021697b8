import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './write-tarball.ts';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Fields of a package.json that Node or a license scanner reads. */
const keptFields = ['name', 'version', 'license', 'type', 'main', 'exports', 'imports', 'sideEffects'] as const;
/** Files that packages contain in addition to the code that runs: for editors, documentation, sources and tests. */
const unread = /\.(?:map|md|markdown|ts|cts|mts|tsx|flow|txt)$|(?:^|\/)(?:test|tests|docs|example|examples)\//i;
const licenseFile = /(?:^|\/)(?:licen[cs]e|copying|notice)[^/]*$/i;

export interface CopiedPackage {
  readonly name: string;
  readonly version: string;
  /** Path from the root of the repository, such as `node_modules/yaml`. */
  readonly path: string;
}

/**
 * Copies installed packages with their dependencies to the same paths below another root.
 *
 * @param packages name → the files that are needed; a package whose files are selected needs no dependencies
 * @param from the root of a repository with `node_modules`
 */
export function copyPackages(
  packages: Readonly<Record<string, { readonly files?: RegExp }>>,
  from: string,
  to: string,
): readonly CopiedPackage[] {
  const copied = new Map<string, CopiedPackage>();
  const copy = (name: string, askedBy: string, files: RegExp | undefined): string | undefined => {
    const path = locate(name, from, askedBy);
    if (path === undefined) return undefined;
    const content = JSON.parse(readFileSync(join(from, path, 'package.json'), 'utf8')) as PackageFile;
    if (copied.has(path)) return content.version;
    copied.set(path, { name: content.name, version: content.version, path });
    const dependencies: Record<string, string> = {};
    if (files === undefined)
      for (const dependency of Object.keys({ ...content.dependencies, ...content.optionalDependencies }).sort()) {
        if (dependency.startsWith('@types/')) continue;
        const version = copy(dependency, path, packages[dependency]?.files);
        if (version !== undefined) dependencies[dependency] = version;
        else if (content.dependencies?.[dependency] !== undefined)
          throw new Error(`${path}: its dependency ${dependency} is not installed`);
      }
    copyFiles(join(from, path), join(to, path), (file) => files?.test(file) ?? !unread.test(file));
    const kept = Object.fromEntries(
      Object.entries(content).filter(([field]) => keptFields.some((one) => one === field)),
    );
    writeFileSync(join(to, path, 'package.json'), `${JSON.stringify({ ...kept, dependencies }, null, 2)}\n`);
    return content.version;
  };
  for (const [name, { files }] of Object.entries(packages))
    if (copy(name, '', files) === undefined) throw new Error(`${name} is not installed`);
  return [...copied.values()];
}

/** Finds the folder of a package that a package in the folder `askedBy` would load. */
function locate(name: string, root: string, askedBy: string): string | undefined {
  for (let at = askedBy; ; at = dirname(at)) {
    const path = join(at === '.' ? '' : at, 'node_modules', name);
    if (!at.endsWith('node_modules') && existsSync(join(root, path, 'package.json'))) return path;
    if (at === '' || at === '.') return undefined;
  }
}

function copyFiles(from: string, to: string, isNeeded: (file: string) => boolean): void {
  const files = listFiles(from)
    .filter((file) => !/(?:^|\/)node_modules\//.test(file))
    .filter((file) => licenseFile.test(file) || isNeeded(file));
  for (const file of files) copyTo(join(from, file), join(to, file));
}

/** Copies a file and creates its folder. */
export function copyTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
