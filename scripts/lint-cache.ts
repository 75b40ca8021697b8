import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findImporters } from './affected-tests.ts';
import { readImports, type Import } from './read-imports.ts';

/** The inputs of a run of the linter. */
export interface LintState {
  /**
   * A digest of everything that affects all files: the rules, the compiler's options, the installed packages, ambient
   * types.
   */
  readonly settings: string;
  /** A digest of each file's text, by path, for linted files and their imports. */
  readonly files: Readonly<Record<string, string>>;
}

/** `.oxlintrc.json` excludes the same files. */
const isGenerated = (path: string): boolean => /\.generated\.(ts|js)$/.test(path);

const settingsFiles = [
  '.oxlintrc.json',
  'tsconfig*.json',
  'packages/*/package.json',
  'node_modules/.package-lock.json',
];

/** The current state of the repository, and the imports of its sources. */
export function readLintState(root: string): { readonly state: LintState; readonly imports: readonly Import[] } {
  const sources = globSync(['*/**/*.{ts,tsx,mts,js,jsx,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/vendor/**', '.*/**'],
  });
  const imports = sources
    .filter((path) => !isGenerated(path) || path.endsWith('.ts'))
    .flatMap((path) => readImports(root, path));
  const files = [...new Set([...sources, ...imports.map(({ to }) => to)])].filter((path) => isFile(join(root, path)));
  const ambient = sources.filter((path) => path.endsWith('.d.ts'));
  const settings = [...globSync(settingsFiles, { cwd: root }), ...ambient].sort();
  return {
    imports,
    state: {
      settings: digestOf(settings.map((path) => `${path} ${digestFile(root, path)}`).join('\n')),
      files: Object.fromEntries(files.map((path) => [path, digestFile(root, path)])),
    },
  };
}

/**
 * The files that may have findings now although the whole repository had none in an earlier state: changed files, and
 * files that import them, however indirectly, because rules with type information depend on imports. All files
 * without an earlier state, or if anything that affects every file has changed.
 */
export function findFilesToLint(passed: LintState | undefined, now: LintState, imports: readonly Import[]): string[] {
  const linted = Object.keys(now.files).filter((path) => isLinted(path));
  if (passed?.settings !== now.settings) return linted;
  const paths = new Set([...Object.keys(passed.files), ...Object.keys(now.files)]);
  const changed = [...paths].filter((path) => passed.files[path] !== now.files[path]);
  const affected = findImporters(changed, imports);
  return linted.filter((path) => affected.has(path));
}

const isLinted = (path: string): boolean => /\.(ts|tsx|mts|js|jsx|mjs)$/.test(path) && !isGenerated(path);

/** The last state without findings; undefined if no run is stored. */
export function readPassedState(file: string): LintState | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LintState;
  } catch {
    return undefined;
  }
}

export function writePassedState(file: string, state: LintState): void {
  mkdirSync(dirname(file), { recursive: true });
  const staging = `${file}.${process.pid}`;
  writeFileSync(staging, JSON.stringify(state));
  renameSync(staging, file);
}

const digestFile = (root: string, path: string): string => digestOf(readFileSync(join(root, path)));

const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
