import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatHostManual, formatSettingsManual } from './settings-manual.ts';

const read = (page: string): string => readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8');

test('docs/settings.mdx is what "node scripts/generate-settings-docs.ts" generates from the tables of settings', () => {
  assert.equal(read('settings.mdx'), formatSettingsManual());
});

test('the table of docs/deploy/host.mdx is generated from the settings of the deployment server', () => {
  const page = read('deploy/host.mdx');
  assert.equal(page, formatHostManual(page));
});
