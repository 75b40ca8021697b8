import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { foreignFilesAllowed, importRules, testFiles, type ImportRule } from './import-rules.ts';
import { readForeignFiles, readImports, readRenames, type Import } from './read-imports.ts';

export interface ImportReport {
  /** Number of source files whose imports were read. */
  readonly modules: number;
  readonly imports: number;
  /** Cycles of files that import each other, including type imports. */
  readonly circles: number;
  /** `rule: from → to`, one per line, including the cycles. */
  readonly violations: readonly string[];
}

/**
 * Checks the imports of every source file under `packages/` against the import rules.
 * @throws {Error} if it finds no file, or no import
 */
export function checkImports(root: string): ImportReport {
  const sources = listSources(root);
  const imports = sources.flatMap((path) => readImports(root, path));
  if (sources.length === 0) throw new Error('no source file was found under packages/');
  if (imports.length === 0) throw new Error(`not one import was found in ${sources.length} files`);
  const programs = sources.filter(
    (path) => path.includes('/src/') && !foreignFilesAllowed.includes(path) && !new RegExp(testFiles).test(path),
  );
  const rules = importRules.map(compile);
  const cycles = findCycles(toGraph(imports));
  return {
    modules: sources.length,
    imports: imports.length,
    circles: cycles.length,
    violations: [
      ...imports.flatMap((edge) => rules.flatMap((breaks) => breaks(edge) ?? [])),
      ...imports.filter(({ isMissing }) => isMissing).map((edge) => `no-missing-file: ${show(edge)}`),
      ...sources.flatMap((path) => readRenames(root, path).map((name) => `no-renamed-export: ${path}: ${name}`)),
      ...programs.flatMap((path) =>
        readForeignFiles(root, path).map((to) => `no-file-of-another-package: ${show({ from: path, to })}`),
      ),
      ...cycles.map((cycle) => `no-cycle: ${cycle.join(' → ')} ${cycleRemedy}`),
    ],
  };
}

/** Compiles a rule into a function that checks one import and returns the line that reports a violation. */
function compile({ name, from, to }: ImportRule): (edge: Import) => string | undefined {
  const fromPath = new RegExp(from.path);
  const fromNot = (from.pathNot ?? []).map((pattern) => new RegExp(pattern));
  return (edge) => {
    const match = fromPath.exec(edge.from);
    if (match === null || fromNot.some((pattern) => pattern.test(edge.from))) return undefined;
    const fits = (pattern: string) => new RegExp(pattern.replaceAll('$1', match[1] ?? '')).test(edge.to);
    if (!fits(to.path) || (to.pathNot ?? []).some(fits)) return undefined;
    if ((to.isTypeOnly === false && edge.isTypeOnly) || (to.isByName === false && edge.isByName)) return undefined;
    return `${name}: ${show(edge)}`;
  };
}

const cycleRemedy =
  '(to break it, pass a callback that main/ implements, or move the part that both sides need to a file that imports neither)';

/** Converts imports to a graph. Type imports count, because understanding a file includes understanding its types. */
function toGraph(imports: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (to.startsWith('packages/')) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  return graph;
}

const show = ({ from, to }: Pick<Import, 'from' | 'to'>): string => `${from} → ${to}`;

function listSources(root: string): string[] {
  return readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .map((path) => `packages/${path.replaceAll('\\', '/')}`)
    .filter(
      (path) => /\.m?[tj]sx?$/.test(path) && !/(^|\/)(node_modules|dist|fixtures|vendor)\/|\.generated\.js$/.test(path),
    );
}
