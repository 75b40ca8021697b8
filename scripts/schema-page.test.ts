import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { readSchema } from '../packages/server/src/testing/read-schema.ts';
import { formatSchemaPage } from './schema-page.ts';

const root = dirname(import.meta.dirname);

test('packages/server/SCHEMA.md is what "node scripts/generate-schema-page.ts" generates from the migrations', () => {
  assert.equal(readFileSync(`${root}/packages/server/SCHEMA.md`, 'utf8'), formatSchemaPage(root));
});

test('each table has an owner, and a comment that describes a row', () => {
  for (const { name, owner, comment } of readSchema(root)) {
    assert.match(owner ?? '', /^[a-z-]+\/[a-z-]+$/, name);
    assert.match(comment, /^One row per /, name);
  }
});
