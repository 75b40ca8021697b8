import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { anyTable, readSqlUses, readTableUses } from './read-table-uses.ts';
import { readSchema, type SchemaTable } from '../packages/server/src/testing/read-schema.ts';
import type { TableException } from './table-rules.ts';

export interface TableRules {
  /** Areas of modules. Each may read only its own views and those of earlier areas. */
  readonly areas: readonly string[];
  readonly exceptions: readonly TableException[];
}

export interface TableReport {
  readonly tables: number;
  readonly views: number;
  /** Number of forbidden uses of other modules' tables. */
  readonly foreign: number;
  /** Number of other modules' tables that each exception reads. */
  readonly exceptions: ReadonlyMap<string, number>;
  /** `rule: path → table`, one per line. */
  readonly violations: readonly string[];
}

interface Use {
  readonly table: SchemaTable;
  readonly isWrite: boolean;
  /** `area/module`; for a view, that of its owner. */
  readonly module: string;
  /** The source file, or `view NAME`. */
  readonly path: string;
}

const server = 'packages/server';
/** A file that isn't checked, because its callers name the table and are checked themselves. */
const tableFactory = `${server}/src/platform/database/owned-rows.ts`;

/**
 * Checks that only the owner of a table and modules that read everything use it, and that others read its views: a view
 * is never written, has a reader in another module, and reads only tables of its owner.
 * @throws {Error} if no table has an owner, or no source file uses a table
 */
export function checkTables(root: string, { areas, exceptions }: TableRules): TableReport {
  const schema = readSchema(root);
  if (schema.length === 0) throw new Error(`no table is created in ${server}/migrations`);
  const uses = readUses(root, schema);
  const isException = ({ module }: Use): boolean => exceptions.some((exception) => exception.module === module);
  const foreign = uses.filter(({ table, module }) => table.owner !== module);
  const ofTables = foreign.filter(({ table }) => table.kind === 'table');
  const written = uses.filter(
    ({ table, isWrite, module }) => isWrite && (table.kind === 'view' || table.owner !== module),
  );
  const read = ofTables.filter((use) => !use.isWrite && !isException(use));
  const upward = foreign.filter(
    (use) =>
      use.table.kind === 'view' && !isException(use) && rankOf(use.table.owner, areas) > rankOf(use.module, areas),
  );
  const readers = new Set(foreign.filter((use) => !isException(use)).map(({ table }) => table.name));
  const views = schema.filter(({ kind }) => kind === 'view');
  const readByException = new Map(
    exceptions.map(({ module }) => [module, countTables(ofTables.filter((use) => use.module === module))]),
  );
  return {
    tables: schema.length - views.length,
    views: views.length,
    foreign: countTables([...read, ...ofTables.filter(({ isWrite }) => isWrite)]),
    exceptions: readByException,
    violations: unique([
      ...findUnowned(schema, listModules(root)),
      ...written.map((use) =>
        describe(use.table.kind === 'view' ? 'view-never-written' : 'table-written-by-owner', use),
      ),
      ...read.map((use) => describe('table-read-by-owner', use)),
      ...upward.map((use) => describe('view-of-earlier-area', use)),
      ...views
        .filter(({ name }) => !readers.has(name))
        .map(({ name }) => `view-has-reader: ${name} → (no other module)`),
      ...exceptions
        .filter(({ module }) => readByException.get(module) === 0)
        .map(({ module }) => `table-exception-unused: ${module} → (any table)`),
    ]),
  };
}

/** Finds, for each view, the modules other than its owner that read it, sorted by name. Views count as their owners. */
export function findViewReaders(root: string): ReadonlyMap<string, readonly string[]> {
  const schema = readSchema(root);
  const views = schema.filter(({ kind }) => kind === 'view');
  const foreign = readUses(root, schema, views).filter(({ table, module }) => table.owner !== module);
  return new Map(
    views.map(({ name }) => [
      name,
      unique(foreign.filter(({ table }) => table.name === name).map(({ module }) => module)),
    ]),
  );
}

/** Reads the uses of `found`, by default of all tables and views, in the sources and in the queries of views. */
function readUses(root: string, schema: readonly SchemaTable[], found = schema): Use[] {
  const tables = new Map(found.map((table) => [table.name, table]));
  const names = new Set(tables.keys());
  const anyName = new RegExp(`\\b(?:${[...names].join('|')})\\b`);
  const anyQuotedName = new RegExp(`'(${[...names].join('|')})'`, 'g');
  const find = (name: string): SchemaTable => {
    const table = name === anyTable ? unknownTable : tables.get(name);
    if (table === undefined) throw new Error(`${name} is not a table`);
    return table;
  };
  const texts = listSources(root).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  const inSources = texts.flatMap(([path, text]) => {
    const isDynamic = /\bsql\.table\(/.test(text);
    // Parsing takes most of the time.
    if (!isDynamic && !anyName.test(text)) return [];
    const module = moduleOf(path);
    const elsewhere = isDynamic ? namedIn(texts, module, anyQuotedName) : new Set<string>();
    return readTableUses(path, text, { tables: names, elsewhere })
      .filter(({ table }) => table !== anyTable || path !== tableFactory)
      .map(({ table, isWrite }) => ({ table: find(table), isWrite, module, path }));
  });
  if (inSources.length === 0) throw new Error(`no source file of ${server} uses a table`);
  const inViews = schema.flatMap(({ name, owner = '', query }) =>
    readSqlUses(query, names).map(({ table, isWrite }) => ({
      table: find(table),
      isWrite,
      module: owner,
      path: `view ${name}`,
    })),
  );
  return [...inSources, ...inViews];
}

/** Returns the tables that files of a module name in quotes. */
function namedIn(
  texts: readonly (readonly [path: string, text: string])[],
  module: string,
  quotedName: RegExp,
): ReadonlySet<string> {
  return new Set(
    texts
      .filter(([path]) => moduleOf(path) === module)
      .flatMap(([, text]) => Array.from(text.matchAll(quotedName), ([, name = '']) => name)),
  );
}

/** A name that is known only at run time. It has no owner, so each use is a violation. */
const unknownTable: SchemaTable = {
  name: '(a table whose name is in no file of the module)',
  kind: 'table',
  owner: undefined,
  comment: '',
  references: [],
  query: '',
  columns: new Map(),
};

function findUnowned(schema: readonly SchemaTable[], modules: readonly string[]): string[] {
  return schema
    .filter(({ owner }) => owner === undefined || !modules.includes(owner))
    .map(({ name, owner }) => `table-has-owner: ${name} → ${owner ?? '(no "-- Owner:" line)'}`);
}

const describe = (rule: string, { path, table }: Use): string => `${rule}: ${path} → ${table.name}`;

const countTables = (uses: readonly Use[]): number =>
  new Set(uses.map(({ module, table }) => `${module} ${table.name}`)).size;

/** Returns the position of a module's area; code outside the modules may use all areas. */
function rankOf(module: string | undefined, areas: readonly string[]): number {
  const rank = areas.indexOf(module?.split('/')[0] ?? '');
  return rank < 0 ? areas.length : rank;
}

/** Returns `area/module`, or the folder below `src` for code outside the modules. */
function moduleOf(path: string): string {
  const [first = '', area = '', module = ''] = path.slice(`${server}/src/`.length).split('/');
  return first === 'modules' ? `${area}/${module}` : first;
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
