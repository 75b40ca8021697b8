import { satisfies } from 'semver';

export interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The fields read from an entry of package-lock.json (lockfileVersion 3). */
export interface LockEntry extends PackageFile {
  readonly version?: string;
  readonly link?: boolean;
  readonly license?: string;
  /** `sha512-…` of the published archive. */
  readonly integrity?: string;
}

/** Package → ranges of versions that must not be installed (semver syntax), and the public advisory about them. */
export type KnownVulnerabilities = Readonly<
  Record<string, readonly { readonly affected: string; readonly advisory: string }[]>
>;

/**
 * Licenses that allow using, changing and redistributing the whole product; EPL-2.0 and MPL-2.0 require only that
 * changes to their own files are published.
 */
const allowedLicenses: ReadonlySet<string> = new Set(
  '0BSD AFL-2.1 Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC-BY-4.0 CC0-1.0 EPL-2.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);

/** Packages without a license in their package.json, with the license in their license file. */
const licenseFiles: Readonly<Record<string, string>> = { khroma: 'MIT' };

/** A version under the package's own name, or an alias for another package: `npm:ai@5.0.277`. */
const exactVersion = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Finds problems with the packages that a lockfile installs, one per line. */
export function findDependencyFaults(
  packages: Readonly<Record<string, LockEntry>>,
  vulnerabilities: KnownVulnerabilities,
): string[] {
  const faults: string[] = [];
  for (const [path, { version = '', link, license, integrity }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || link === true) continue;
    for (const { affected, advisory } of vulnerabilities[name] ?? []) {
      if (satisfies(version, affected)) faults.push(`${path}: ${version} is in ${affected} (${advisory})`);
    }
    const stated = license ?? licenseFiles[name];
    if (!isAllowed(stated)) faults.push(`${path}: the license ${stated ?? '(not stated)'} is not on the list`);
    if (integrity === undefined) faults.push(`${path}: the lockfile has no hash for it`);
  }
  return faults;
}

/**
 * Finds the dependencies of a package.json without an exact version: a later installation could choose a different
 * version.
 */
export function findOpenVersions(path: string, file: PackageFile): string[] {
  const all = { ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies };
  return Object.entries(all)
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `${path}: ${name} is "${version}"; it must be an exact version`);
}

/**
 * Finds the dependencies of a package.json that its entry in the lockfile doesn't contain. Another version of npm might
 * install different versions of them.
 */
export function findUnlocked(path: string, file: PackageFile, entry: LockEntry = {}): string[] {
  const all = (one: PackageFile) => ({ ...one.dependencies, ...one.devDependencies, ...one.optionalDependencies });
  const locked = all(entry);
  return Object.entries(all(file))
    .filter(([name, version]) => locked[name] !== version)
    .map(([name, version]) => `${path}: ${name} ${version} is not in package-lock.json; run "npm install --save"`);
}

/**
 * Whether a license is allowed. `expression` is an SPDX expression of one level: `MIT`, `(MIT OR CC0-1.0)`, `Apache-2.0
 * AND MIT`.
 */
function isAllowed(expression: string | undefined): boolean {
  const parts = expression?.replace(/^\(|\)$/g, '').split(' OR ') ?? [];
  return parts.some((part) => part.split(' AND ').every((license) => allowedLicenses.has(license)));
}
