import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface SchemaTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** `area/module`, from the last `-- Owner:` line above the table; `undefined` without such a line. */
  readonly owner: string | undefined;
  /** The comment above the table, which describes a row, in one line. Empty without a comment. */
  readonly comment: string;
  /** Tables that the foreign keys refer to, in alphabetical order. */
  readonly references: readonly string[];
  /** The query of a view; empty for a table. */
  readonly query: string;
  /** Maps a column's name to the comment above it, in one line. */
  readonly columns: ReadonlyMap<string, string>;
}

interface FoundTable extends SchemaTable {
  readonly references: string[];
  readonly columns: Map<string, string>;
}

const folder = 'packages/server/migrations';

/** Returns the tables and views that the migrations create, in file order. A later step can replace a view. */
export function readSchema(root: string): SchemaTable[] {
  const tables = new Map<string, FoundTable>();
  for (const file of readdirSync(join(root, folder)).toSorted()) {
    if (!/^\d{4}[-_].*\.(sql|ts)$/.test(file) || file.endsWith('.test.ts')) continue;
    let owner: string | undefined;
    let comment: string[] = [];
    let current = '';
    const text = readFileSync(join(root, folder, file), 'utf8');
    for (const line of text.split('\n')) {
      owner = /^\s*-- Owner: (\S+)$/.exec(line)?.[1] ?? owner;
      const [, kind, name] = /^\s*create (?:or replace )?(table|view) (\w+)/.exec(line) ?? [];
      if (name !== undefined && (kind === 'table' || kind === 'view')) {
        const query = kind === 'view' ? readQuery(text, name) : '';
        tables.set(name, { name, kind, owner, comment: comment.join(' '), references: [], query, columns: new Map() });
        current = name;
      }
      current = /^\s*alter table (\w+)/.exec(line)?.[1] ?? current;
      if (!line.trimStart().startsWith('--'))
        for (const [, target = ''] of line.matchAll(/\breferences (\w+) \(/g))
          tables.get(current)?.references.push(target);
      const [, column] = /^(?:  |alter table \w+ add column )([a-z]\w*) /.exec(line) ?? [];
      if (column !== undefined && comment.length > 0) tables.get(current)?.columns.set(column, comment.join(' '));
      const [, words] = /^\s*--\s+(.*)$/.exec(line) ?? [];
      comment = words === undefined || words.startsWith('Owner: ') ? [] : [...comment, words];
    }
  }
  return Array.from(tables.values(), (table) => ({
    ...table,
    references: Array.from(new Set(table.references)).toSorted(),
  }));
}

function readQuery(text: string, view: string): string {
  const [, query = ''] = new RegExp(`view ${view} as\\s+([^;]*);`).exec(text) ?? [];
  return query;
}
