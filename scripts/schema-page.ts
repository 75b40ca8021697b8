import { readSchema, type SchemaTable } from '../packages/server/src/testing/read-schema.ts';

/** `packages/server/SCHEMA.md`: each table with what one row is, by area and owner. */
export function formatSchemaPage(root: string): string {
  const tables = readSchema(root);
  const areas = Map.groupBy(tables, ({ owner = '' }) => owner.split('/')[0] ?? '');
  return [
    '# Schema',
    '',
    '<!-- Generated from the comments in migrations/ by "npx node scripts/generate-schema-page.ts". -->',
    '',
    `The service has ${tables.length} tables and views. Only the owner's stores write a table; other modules call the owner's functions, and read only what`,
    '`scripts/table-rules.ts` declares, with the reason. Columns are in [`migrations/0001-schema.sql`](migrations/0001-schema.sql) and the steps after it.',
    ...Array.from(areas, ([area, owned]) => formatArea(area, owned)),
    '',
  ].join('\n');
}

function formatArea(area: string, tables: readonly SchemaTable[]): string {
  const rows = tables.map(({ name, owner = '', comment, references }) => {
    const module = owner.split('/')[1] ?? '';
    return `| \`${name}\` | \`${module}\` | ${comment.replaceAll('|', '\\|')} | ${references.map((target) => `\`${target}\``).join(', ')} |`;
  });
  return [
    ``,
    `## ${area}`,
    '',
    '| Table | Owner | What it contains | Refers to |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
