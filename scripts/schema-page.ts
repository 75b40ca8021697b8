import { findViewReaders } from './check-tables.ts';
import { readSchema, type SchemaTable } from '../packages/server/src/testing/read-schema.ts';

/**
 * Returns the content of `packages/server/SCHEMA.md`: each table with a description of its rows, and each view with its
 * readers, by area and owner.
 */
export function formatSchemaPage(root: string): string {
  const schema = readSchema(root);
  const readers = findViewReaders(root);
  const areas = Map.groupBy(schema, ({ owner = '' }) => owner.split('/')[0] ?? '');
  const views = schema.filter(({ kind }) => kind === 'view').length;
  return [
    '# Schema',
    '',
    '<!-- Generated from the comments in migrations/ by "npx node scripts/generate-schema-page.ts". -->',
    '',
    `The service has ${schema.length - views} tables and ${views} views. Only the owner's stores read and write a table; other modules call the owner's functions,`,
    'or read a view that the owner declares ([decision 100](../../docs/decisions/0100-modules-offer-reads-as-views.md)). Columns are in',
    '[`migrations/0001-schema.sql`](migrations/0001-schema.sql) and the steps after it.',
    ...Array.from(areas, ([area, owned]) => formatArea(area, owned, readers)),
    '',
  ].join('\n');
}

function formatArea(
  area: string,
  owned: readonly SchemaTable[],
  readers: ReadonlyMap<string, readonly string[]>,
): string {
  const tables = owned.filter(({ kind }) => kind === 'table');
  const views = owned.filter(({ kind }) => kind === 'view');
  return [
    ``,
    `## ${area}`,
    ...formatTable(['Table', 'Owner', 'What it contains', 'Refers to'], tables, ({ references }) =>
      references.map((target) => `\`${target}\``),
    ),
    ...formatTable(['View', 'Owner', 'What it offers', 'Read by'], views, ({ name }) =>
      (readers.get(name) ?? []).map((module) => `\`${module}\``),
    ),
  ].join('\n');
}

function formatTable(
  headings: readonly string[],
  tables: readonly SchemaTable[],
  listLast: (table: SchemaTable) => readonly string[],
): string[] {
  if (tables.length === 0) return [];
  return [
    '',
    `| ${headings.join(' | ')} |`,
    `| ${headings.map(() => '---').join(' | ')} |`,
    ...tables.map((table) => {
      const module = table.owner?.split('/')[1] ?? '';
      return `| \`${table.name}\` | \`${module}\` | ${table.comment.replaceAll('|', '\\|')} | ${listLast(table).join(', ')} |`;
    }),
  ];
}
