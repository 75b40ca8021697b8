import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { SchemaColumn } from '../packages/server/src/testing/read-columns.ts';
import { formatRowTypes, readRowTypes } from './row-types.ts';

const root = dirname(import.meta.dirname);

test('the row types are what "node scripts/generate-row-types.ts" generates from the migrations', async () => {
  const path = `${root}/packages/server/src/platform/database/schema.generated.ts`;
  assert.equal(readFileSync(path, 'utf8'), await readRowTypes(root));
});

test('a column has the type that the database returns, or its allowed values, and is optional if it has a default', () => {
  const column: SchemaColumn = {
    table: 'jobs',
    name: 'status',
    type: 'text',
    isNullable: false,
    hasDefault: false,
    isGenerated: false,
    allowed: undefined,
  };
  const typeOf = (changes: Partial<SchemaColumn>): string | undefined =>
    /status: (.*);/.exec(formatRowTypes([{ ...column, ...changes }]))?.[1];
  for (const [changes, expected] of [
    [{}, 'string'],
    [{ type: 'text[]', isNullable: true }, 'string[] | null'],
    [{ allowed: ['open', 'closed'] }, "'open' | 'closed'"],
    [{ type: 'text[]', allowed: ['open', 'closed'] }, "('open' | 'closed')[]"],
    [{ type: 'bigint', hasDefault: true }, 'Generated<number>'],
    [{ type: 'integer', hasDefault: true, isNullable: true }, 'number | null'],
    [{ type: 'bigint', hasDefault: true, isGenerated: true }, 'GeneratedAlways<number>'],
    [{ type: 'jsonb' }, 'Json'],
    [{ type: 'jsonb', hasDefault: true }, 'Json<string | undefined>'],
    [{ type: 'jsonb', isNullable: true }, 'JsonOrNull'],
    [{ type: 'numeric(10)' }, 'string'],
  ] as const)
    assert.equal(typeOf(changes), expected);
  const comments = new Map([['jobs.status', 'Where it is.']]);
  assert.match(formatRowTypes([column], comments), /\/\*\* Where it is\. \*\/\n {4}status: string;/);
});

test('a database type without a TypeScript type is rejected with an error that names the column', () => {
  assert.throws(
    () =>
      formatRowTypes([
        {
          table: 'jobs',
          name: 'place',
          type: 'point',
          isNullable: false,
          hasDefault: false,
          isGenerated: false,
          allowed: undefined,
        },
      ]),
    /jobs\.place has the type point/,
  );
});
