import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LintState } from './lint-cache.ts';
import { resolveImport, type Import } from './read-imports.ts';

/**
 * The types that files export, as the compiler declares them. A file whose declarations didn't change can't change the
 * types in files that import it.
 */
export interface Declarations {
  /**
   * A digest of the declarations of each source file, by its path. The exports of a file without an entry are unknown.
   * The digest begins with `ambientMark` if the file declares something for files that don't import it.
   */
  readonly digests: Readonly<Record<string, string>>;
  /** The imports of the declarations themselves, for the files with an entry. */
  readonly imports: readonly Import[];
}

export const ambientMark = 'ambient ';

/** The compiler's output, below the root of the repository. */
export const declarationsFolder = 'node_modules/.cache/types/declarations';
/** Identifies the sources that the folder was created from. */
const sourcesFile = 'node_modules/.cache/types/declarations-of.txt';

/** Marks the folder as incomplete: until `completeDeclarations` is called, it isn't used. */
export function beginDeclarations(root: string): void {
  rmSync(join(root, sourcesFile), { force: true });
}

/** Called after the compiler found no errors. @param sources the state of the sources before it ran */
export function completeDeclarations(root: string, sources: LintState): void {
  mkdirSync(dirname(join(root, sourcesFile)), { recursive: true });
  writeFileSync(join(root, sourcesFile), digestOf(JSON.stringify(sources)));
}

/** Returns the declarations of the sources, or `undefined` if the folder was created from other sources. */
export function readDeclarations(root: string, sources: LintState): Declarations | undefined {
  try {
    if (readFileSync(join(root, sourcesFile), 'utf8') !== digestOf(JSON.stringify(sources))) return undefined;
  } catch {
    return undefined;
  }
  const folder = join(root, declarationsFolder);
  const files = globSync('**/*.d.{ts,mts}', { cwd: folder }).map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return { text, from: path.replace(/\.d\.ts$/, '.ts').replace(/\.d\.mts$/, '.mjs') };
  });
  // Declarations of deleted files remain in the folder.
  const current = files.filter(({ from }) => from in sources.files);
  const declared = current.map(({ from, text }) => ({ from, text, imports: readSpecifiers(root, from, text) }));
  // The dependencies of an import that can't be resolved are unknown.
  const known = declared.filter(({ imports }) => imports.every(({ isMissing }) => !isMissing));
  return {
    digests: Object.fromEntries(
      known.map(({ from, text }) => [from, `${isAmbient(text) ? ambientMark : ''}${digestOf(text)}`]),
    ),
    imports: known.flatMap(({ imports }) => imports),
  };
}

const isAmbient = (text: string): boolean => /^declare (?:global|module) /m.test(text);

/**
 * Reads the imports of a declaration file: `from`, `import` and `import()` as a type. Text in comments may also match.
 */
function readSpecifiers(root: string, from: string, text: string): Import[] {
  const found = text.matchAll(/\b(?:from\s*|import\s*\(?\s*)(["'])([^"']+)\1/g);
  const specifiers = new Set(Array.from(found, ([, , specifier]) => specifier ?? ''));
  return Array.from(specifiers, (specifier) => ({ from, isTypeOnly: true, ...resolveImport(root, from, specifier) }));
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
