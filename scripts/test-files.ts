import { globSync } from 'node:fs';

/** Test files of the repository: those that run side by side, and those that start whole systems and run one at a time. */
export interface TestFiles {
  readonly unit: readonly string[];
  readonly wholeSystem: readonly string[];
}

export function findTestFiles(root: string): TestFiles {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
  return {
    unit: [...find('scripts/**/*.test.ts'), ...find('packages/*/{src,migrations}/**/*.test.ts')],
    wholeSystem: find('e2e/**/*.test.ts'),
  };
}

/** Packages with sources and without a test file: a whole package that is never run would go unnoticed. */
export function findUntestedPackages(root: string, { unit }: TestFiles): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((path) => path.split('/').slice(0, 2).join('/'))
    .filter((folder) => !unit.some((path) => path.startsWith(`${folder}/`)));
}
