import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';

export interface ImportReport {
  /** Source files of ours whose imports were read. */
  readonly modules: number;
  readonly imports: number;
  /** `rule: from → to`, one a line. */
  readonly violations: readonly string[];
}

/**
 * Reads the imports of every TypeScript file under `packages/` and holds them against the import rule.
 * Throws when a file was not looked at: with a TypeScript that the checker can't load it sees no file at all, and no
 * violation either.
 */
export async function checkImports(root: string): Promise<ImportReport> {
  const { output } = await cruise(['packages'], {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/' },
    ruleSet: { forbidden: importRules },
    validate: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text in place of its result');
  assertAllSeen(output, listSources(root));
  return {
    modules: output.modules.filter(({ source }) => isSource(source)).length,
    imports: output.summary.totalDependenciesCruised ?? 0,
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

function assertAllSeen(result: ICruiseResult, sources: readonly string[]): void {
  const seen = new Set(result.modules.map(({ source }) => source));
  const unseen = sources.filter((path) => !seen.has(path));
  if (sources.length === 0) throw new Error('there is no TypeScript file under packages/');
  if (unseen.length > 0) throw new Error(`${unseen.length} files were not looked at, the first is ${unseen[0]}`);
  const imports = result.modules.flatMap((module) => (isSource(module.source) ? module.dependencies : []));
  if (imports.length === 0) throw new Error(`not one import was found in ${sources.length} files`);
}

function listSources(root: string): string[] {
  return readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .map((path) => `packages/${path.replaceAll('\\', '/')}`)
    .filter(isSource);
}

const isSource = (path: string): boolean =>
  path.startsWith('packages/') && /\.m?ts$/.test(path) && !/(^|\/)(node_modules|dist|fixtures)\//.test(path);
