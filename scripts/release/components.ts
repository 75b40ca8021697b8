import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readLockedPackages } from './locked-packages.ts';

/** A third-party package that is part of an artifact, or is installed with it. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, from the lockfile. */
  readonly license: string | undefined;
  /** `sha512-…` of the published archive. */
  readonly integrity: string | undefined;
  /** Path from the root of the repository, such as `node_modules/yaml`. */
  readonly path: string;
  /** Its address in package managers, such as `pkg:npm/yaml@2.9.1`. */
  readonly purl: string;
  /** Whether the package is optional: it is installed with the artifact unless optional packages are omitted. */
  readonly isOptional: boolean;
  /** Whether it is part of the compiled code itself, and not only of files next to that code. */
  readonly isCompiled: boolean;
}

/**
 * @param parts.compiled absolute paths of all compiled files
 * @param parts.optional names of optional dependencies
 */
export function listComponents(
  root: string,
  parts: {
    readonly compiled: readonly string[];
    /** Paths of packages from the root of the repository. */
    readonly copied: readonly string[];
    readonly optional: readonly string[];
  },
): readonly Component[] {
  const locked = readLockedPackages(root);
  const compiled = new Set(parts.compiled.flatMap((path) => packageOf(relative(root, path)) ?? []));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'packages/dashboard/package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const dashboard = Object.keys(devDependencies)
    .filter((name) => !/^@(?:docwright|types|vitejs)\/|^vite$/.test(name))
    .map((name) => `node_modules/${name}`);
  const optional = new Set(parts.optional.map((name) => `node_modules/${name}`));
  const paths = new Set([...compiled, ...parts.copied, ...dashboard, ...optional]);
  return [...paths].sort().map((path) => {
    const entry = locked[path];
    if (entry === undefined) throw new Error(`${path} is not in package-lock.json`);
    const { version, license, integrity } = entry;
    const name = path.split('node_modules/').at(-1) ?? path;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      name,
      version,
      license,
      integrity,
      path,
      purl,
      isOptional: optional.has(path),
      isCompiled: compiled.has(path),
    };
  });
}

/** `node_modules/a/node_modules/@b/c/index.js` → `node_modules/a/node_modules/@b/c` */
function packageOf(path: string): string | undefined {
  return /^(?!\.\.).*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}
