import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findImporters } from './affected-tests.ts';
import { ambientMark, type Declarations } from './declarations.ts';
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

/** A state without findings. */
export interface PassedState extends LintState {
  /** Digests of the declarations of the files in that state, if the compiler had found no error. */
  readonly declarations?: Readonly<Record<string, string>>;
}

/** The current state. */
export interface CurrentState {
  readonly state: LintState;
  readonly imports: readonly Import[];
  /** `undefined` unless the compiler has found no error in this state. */
  readonly declarations?: Declarations | undefined;
}

/** Whether a file is generated. `.oxlintrc.json` excludes the same files. */
const isGenerated = (path: string): boolean => /\.generated\.(ts|js)$/.test(path);

const settingsFiles = [
  '.oxlintrc.json',
  'tsconfig*.json',
  'packages/*/package.json',
  'node_modules/.package-lock.json',
];

/** Reads the current state of the repository, and the imports of its sources. */
export function readLintState(root: string): CurrentState {
  const sources = findSources(root);
  const imports = sources
    .filter((path) => !isGenerated(path) || path.endsWith('.ts'))
    .flatMap((path) => readImports(root, path));
  const files = [...new Set([...sources, ...imports.map(({ to }) => to)])].filter((path) => isFile(join(root, path)));
  return {
    imports,
    state: {
      settings: digestSettings(root, sources),
      files: Object.fromEntries(files.map((path) => [path, digestFile(root, path)])),
    },
  };
}

function findSources(root: string): string[] {
  return globSync(['*/**/*.{ts,tsx,mts,js,jsx,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/vendor/**', '.*/**'],
  });
}

/** Returns the digest of everything that affects all files. */
export function digestSettings(root: string, sources = findSources(root)): string {
  const ambient = sources.filter((path) => path.endsWith('.d.ts'));
  const settings = [...globSync(settingsFiles, { cwd: root }), ...ambient].sort();
  return digestOf(settings.map((path) => `${path} ${digestFile(root, path)}`).join('\n'));
}

/**
 * Finds the files that may have findings although the whole repository had none in an earlier state: changed files, and
 * files that import changed types, because rules with type information depend on imports. Returns all files without
 * an earlier state, or if anything that affects every file has changed.
 */
export function findFilesToLint(
  passed: PassedState | undefined,
  { state: now, imports, declarations }: CurrentState,
): string[] {
  const linted = Object.keys(now.files).filter((path) => isLinted(path));
  if (passed?.settings !== now.settings) return linted;
  const changed = findDifferences(passed.files, now.files);
  if (passed.declarations === undefined || declarations === undefined) {
    // Any changed text may have changed types, which other files may import indirectly.
    const affected = findImporters(changed, imports);
    return linted.filter((path) => affected.has(path));
  }
  const types = findChangedTypes(changed, passed.declarations, { imports, declarations });
  const isAmbient = (path: string): boolean =>
    [passed.declarations?.[path], declarations.digests[path]].some((digest) => digest?.startsWith(ambientMark));
  if ([...types].some(isAmbient)) return linted;
  const affected = new Set([...changed, ...imports.filter(({ to }) => types.has(to)).map(({ from }) => from)]);
  return linted.filter((path) => affected.has(path));
}

/**
 * Finds the files whose exported types have changed: files with other declarations, changed files without declarations,
 * and files whose declarations import one of these.
 */
function findChangedTypes(
  changed: readonly string[],
  before: Readonly<Record<string, string>>,
  { imports, declarations }: { readonly imports: readonly Import[]; readonly declarations: Declarations },
): ReadonlySet<string> {
  const isDeclared = (path: string): boolean => path in declarations.digests;
  const first = [...changed.filter((path) => !isDeclared(path)), ...findDifferences(before, declarations.digests)];
  return findImporters(first, [...imports.filter(({ from }) => !isDeclared(from)), ...declarations.imports]);
}

function findDifferences(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): string[] {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...paths].filter((path) => one[path] !== other[path]);
}

const isLinted = (path: string): boolean => /\.(ts|tsx|mts|js|jsx|mjs)$/.test(path) && !isGenerated(path);

/** The file that stores the last state without findings, below the root of the repository. */
export const passedFile = 'node_modules/.cache/lint/passed.json';

/** Reads the last state without findings; `undefined` if none is stored. */
export function readPassedState(file: string): PassedState | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PassedState;
  } catch {
    return undefined;
  }
}

export function writePassedState(file: string, state: PassedState): void {
  mkdirSync(dirname(file), { recursive: true });
  const staging = `${file}.${process.pid}`;
  writeFileSync(staging, JSON.stringify(state));
  renameSync(staging, file);
}

const digestFile = (root: string, path: string): string => digestOf(readFileSync(join(root, path)));

const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
