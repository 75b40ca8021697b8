import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatSettingsManual } from './settings-manual.ts';

test('docs/settings.mdx is what "node scripts/generate-settings-docs.ts" makes of the table of settings', () => {
  assert.equal(readFileSync(new URL('../docs/settings.mdx', import.meta.url), 'utf8'), formatSettingsManual());
});
