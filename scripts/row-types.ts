/**
 * The types of rows, from the schema. Own code, because kysely-codegen (0.20) doesn't read checks (its issues 70 and 293):
 * the 37 columns that list their texts would have the type `string`.
 */
import { connectDatabase } from '../packages/server/src/platform/database/index.ts';
import { readColumns, type SchemaColumn } from '../packages/server/src/testing/read-columns.ts';
import { readSchema } from '../packages/server/src/testing/read-schema.ts';
import { copyTemplateDatabase } from '../packages/server/src/testing/template-database.ts';

/** The TypeScript types that the connection's parsers return for PostgreSQL types. */
const types: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  numeric: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  date: 'Day',
  tsvector: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
};

/**
 * `packages/server/src/platform/database/schema.generated.ts`, from a database with all migrations, and the comments in
 * the migrations.
 */
export async function readRowTypes(root: string): Promise<string> {
  const copy = await copyTemplateDatabase();
  const database = await connectDatabase({ url: copy.url, poolSize: 1 });
  try {
    return formatRowTypes(await readColumns(database.pool), readComments(root));
  } finally {
    await database.close();
    await copy.close();
  }
}

/** The comments of columns, by `table.column`. */
function readComments(root: string): ReadonlyMap<string, string> {
  return new Map(
    readSchema(root).flatMap(({ name, columns }) =>
      Array.from(columns, ([column, comment]) => [`${name}.${column}`, comment] as const),
    ),
  );
}

/**
 * The columns of each table and view, in the types that Kysely's builder reads and writes.
 * @throws {Error} if a column has a type without an entry above
 */
export function formatRowTypes(
  columns: readonly SchemaColumn[],
  comments: ReadonlyMap<string, string> = new Map(),
): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  return [
    '// Generated from the migrations by "npx node scripts/generate-row-types.ts". Modules narrow it with `TableOf`.',
    '',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    'type JsonValue = object | string | number | boolean;',
    '/** Parsed when it is read, written as text. */',
    'type Json<Insert = string> = ColumnType<JsonValue, Insert, string>;',
    'type JsonOrNull = ColumnType<JsonValue | null, string | null | undefined, string | null>;',
    '/** Read as a moment in local time: statements cast it to text instead. */',
    'type Day = ColumnType<Date, string, string>;',
    '',
    'export interface Schema {',
    ...Array.from(tables, ([table, own]) => [
      `  ${table}: {`,
      ...own.flatMap((column) => formatColumn(column, comments)),
      '  };',
    ]).flat(),
    '}',
    '',
  ].join('\n');
}

function formatColumn(column: SchemaColumn, comments: ReadonlyMap<string, string>): string[] {
  const comment = comments.get(`${column.table}.${column.name}`);
  return [
    ...(comment === undefined ? [] : [`    /** ${comment.replaceAll('*/', '*\\/')} */`]),
    `    ${column.name}: ${typeOf(column)};`,
  ];
}

function typeOf({ table, name, type, isNullable, hasDefault, isGenerated, allowed }: SchemaColumn): string {
  const [, element = ''] = /^(.+?)(?:\(\d+\))?(?:\[\])?$/.exec(type) ?? [];
  const found = types[element];
  if (found === undefined)
    throw new Error(`${table}.${name} has the type ${type}, which scripts/row-types.ts doesn't know`);
  if (found === 'Json' && isNullable) return 'JsonOrNull';
  if (found === 'Json') return hasDefault ? 'Json<string | undefined>' : 'Json';
  const single = allowed?.map((text) => `'${text}'`).join(' | ') ?? found;
  const several = allowed === undefined ? `${single}[]` : `(${single})[]`;
  const value = `${type.endsWith('[]') ? several : single}${isNullable ? ' | null' : ''}`;
  if (isGenerated) return `GeneratedAlways<${value}>`;
  return hasDefault && !isNullable ? `Generated<${value}>` : value;
}
