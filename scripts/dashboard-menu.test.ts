import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { formatDashboardMenu } from './dashboard-menu.ts';

const pages = 'packages/server/src/modules/sources/local-code-host/pages';
const read = (path: string): string => readFileSync(join(dirname(import.meta.dirname), path), 'utf8');

test('the embedded code host’s menu is what "node scripts/generate-dashboard-menu.ts" generates from the dashboard', () => {
  assert.equal(read(`${pages}/dashboard-menu.generated.ts`), formatDashboardMenu());
});

test('the embedded code host’s pages use only tokens that the dashboard’s style sheet defines', () => {
  const defined = new Set(read('packages/dashboard/src/ui/tokens.css').match(/--[\w-]+(?=:)/g));
  const used = read(`${pages}/style.ts`).match(/(?<=var\()--[\w-]+/g) ?? [];
  assert.ok(used.length > 20);
  assert.deepEqual(
    used.filter((name) => !defined.has(name)),
    [],
  );
});
