import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { formatComponentTable } from './component-table.ts';

test('the editor suggests the components that "node scripts/generate-component-table.ts" finds in the builder', () => {
  const path = 'packages/dashboard/src/editor/source/component-table.generated.ts';
  assert.equal(readFileSync(join(dirname(import.meta.dirname), path), 'utf8'), formatComponentTable());
});
