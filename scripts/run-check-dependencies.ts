import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import {
  findDependencyFaults,
  findOpenVersions,
  findUnlocked,
  type KnownVulnerabilities,
  type LockEntry,
  type PackageFile,
} from './check-dependencies.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const lock = readJson('package-lock.json') as { packages: Record<string, LockEntry> };
const vulnerabilities = readJson('scripts/known-vulnerabilities.json') as KnownVulnerabilities;
const files = ['package.json', ...globSync('packages/*/package.json')];
const faults = [
  ...findDependencyFaults(lock.packages, vulnerabilities),
  ...files.flatMap((path) => {
    const file = readJson(path) as PackageFile;
    const entry = lock.packages[dirname(path).replace(/^\.$/, '')];
    return [...findOpenVersions(path, file), ...findUnlocked(path, file, entry)];
  }),
];
for (const fault of faults) console.error(fault);
console.log(`${Object.keys(lock.packages).length} packages and ${files.length} package files checked`);
process.exitCode = faults.length > 0 || files.length < 2 ? 1 : 0;
