import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTableUses } from './read-table-uses.ts';
import { readSchema } from '../packages/server/src/testing/read-schema.ts';
import type { TableRule } from './table-rules.ts';

export interface TableReport {
  readonly tables: number;
  /** Reads of other modules' tables that the rules allow, as `module table`. */
  readonly declared: readonly string[];
  /** `rule: path → table`, one per line. */
  readonly violations: readonly string[];
}

const server = 'packages/server';

/**
 * Checks that each table is written only by the module that owns it, and read only by that module and the readers that
 * the rules name.
 * @throws {Error} if no table has an owner, or no source file uses one: nothing would have been checked
 */
export function checkTables(root: string, rules: readonly TableRule[]): TableReport {
  const owners = new Map(readSchema(root).map(({ name, owner }) => [name, owner]));
  if (owners.size === 0) throw new Error(`no table is created in ${server}/migrations`);
  const unowned = Array.from(owners).flatMap(([table, owner]) =>
    owner === undefined || !isModule(root, owner)
      ? [`table-has-owner: ${table} → ${owner ?? '(no "-- Owner:" line)'}`]
      : [],
  );
  const uses = listSources(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return readTableUses(path, text, new Set(owners.keys())).map((use) => ({ ...use, path, module: moduleOf(path) }));
  });
  if (uses.length === 0) throw new Error(`no source file of ${server} uses a table`);
  const foreign = uses.filter(({ table, module }) => module !== owners.get(table));
  const written = foreign.filter(({ isWrite }) => isWrite);
  const read = foreign.filter(({ isWrite }) => !isWrite);
  const isDeclared = ({ table, module }: { readonly table: string; readonly module: string }): boolean =>
    rules.some(({ by, tables }) => by.includes(module) && (tables === 'any' || tables.includes(table)));
  const declared = unique(read.filter(isDeclared).map(({ module, table }) => `${module} ${table}`));
  return {
    tables: owners.size,
    declared,
    violations: unique([
      ...unowned,
      ...written.map(({ path, table }) => `table-written-by-owner: ${path} → ${table}`),
      ...read.filter((use) => !isDeclared(use)).map(({ path, table }) => `table-read-by-owner: ${path} → ${table}`),
      ...findUnused(rules, declared),
    ]),
  };
}

/** Declarations that nothing needs anymore, so that the list shrinks. */
function findUnused(rules: readonly TableRule[], declared: readonly string[]): string[] {
  return rules.flatMap(({ by, tables }) =>
    by.flatMap((module) =>
      tables === 'any'
        ? declared.some((line) => line.startsWith(`${module} `))
          ? []
          : [`table-rule-unused: ${module} → (any table)`]
        : tables
            .filter((table) => !declared.includes(`${module} ${table}`))
            .map((table) => `table-rule-unused: ${module} → ${table}`),
    ),
  );
}

/** `area/module`, or the folder below `src` for code outside the modules. */
function moduleOf(path: string): string {
  const [first = '', area = '', module = ''] = path.slice(`${server}/src/`.length).split('/');
  return first === 'modules' ? `${area}/${module}` : first;
}

function isModule(root: string, name: string): boolean {
  const [area = '', module = ''] = name.split('/');
  return listModules(root).includes(`${area}/${module}`);
}

function listModules(root: string): readonly string[] {
  return unique(listSources(root).map(moduleOf));
}

function listSources(root: string): string[] {
  return readdirSync(join(root, server, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `${server}/src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !/\.(test|suite)\.ts$|\/testing\/|\/fixtures\//.test(path));
}

const unique = (lines: readonly string[]): string[] => Array.from(new Set(lines)).toSorted();
