import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { formatIssueCauses } from './issue-causes.ts';

test('the dashboard’s causes of issues are what "node scripts/generate-issue-causes.ts" generates from the site builder', () => {
  const path = join(dirname(import.meta.dirname), 'packages/dashboard/src/exports/issue-causes.generated.ts');
  assert.equal(readFileSync(path, 'utf8'), formatIssueCauses());
});
