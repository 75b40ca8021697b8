import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface SchemaTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** `area/module`, from the last `-- Owner:` line above it; `undefined` without one. */
  readonly owner: string | undefined;
  /** The comment above it, in one line: what one row is. Empty without one. */
  readonly comment: string;
  /** Tables that its foreign keys refer to, in alphabetical order. */
  readonly references: readonly string[];
}

const folder = 'packages/server/migrations';

/** The tables and views that the migrations create, in the order of the files. */
export function readSchema(root: string): SchemaTable[] {
  const tables = new Map<string, SchemaTable & { references: string[] }>();
  for (const file of readdirSync(join(root, folder)).toSorted()) {
    if (!/^\d{4}[-_].*\.(sql|ts)$/.test(file) || file.endsWith('.test.ts')) continue;
    let owner: string | undefined;
    let comment: string[] = [];
    let current = '';
    for (const line of readFileSync(join(root, folder, file), 'utf8').split('\n')) {
      owner = /^\s*-- Owner: (\S+)$/.exec(line)?.[1] ?? owner;
      const [, kind, name] = /^\s*create (table|view) (\w+)/.exec(line) ?? [];
      if (name !== undefined && (kind === 'table' || kind === 'view')) {
        tables.set(name, { name, kind, owner, comment: comment.join(' '), references: [] });
        current = name;
      }
      current = /^\s*alter table (\w+)/.exec(line)?.[1] ?? current;
      if (!line.trimStart().startsWith('--'))
        for (const [, target = ''] of line.matchAll(/\breferences (\w+) \(/g))
          tables.get(current)?.references.push(target);
      const [, words] = /^--\s+(.*)$/.exec(line) ?? [];
      comment = words === undefined || words.startsWith('Owner: ') ? [] : [...comment, words];
    }
  }
  return Array.from(tables.values(), (table) => ({
    ...table,
    references: Array.from(new Set(table.references)).toSorted(),
  }));
}
