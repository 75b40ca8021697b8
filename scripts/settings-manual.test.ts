import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hostSettings } from '@docwright/host';
import { settingDefinitions } from '@docwright/server';
import { createSettingReader, SettingsError, type SettingTable } from '@docwright/site-server/settings';
import { formatHostManual, formatSettingsManual } from './settings-manual.ts';

const read = (page: string): string => readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8');

test('docs/settings.mdx is what "node scripts/generate-settings-docs.ts" generates from the tables of settings', () => {
  assert.equal(read('settings.mdx'), formatSettingsManual());
});

test('the table of docs/deploy/host.mdx is generated from the settings of the deployment server', () => {
  const page = read('deploy/host.mdx');
  assert.equal(page, formatHostManual(page));
});

const tables: readonly (readonly [string, SettingTable, RegExp])[] = [
  ['service', settingDefinitions, /^(?:DOCWRIGHT_[A-Z0-9_]+|DATABASE_URL)$/],
  ['deployment server', hostSettings, /^(?:STATIC_EXPORT|DOCWRIGHT_HOST)_[A-Z0-9_]+$/],
];
for (const [program, table, variable] of tables) {
  test(`every setting of the ${program} has a meaning, its own environment variable and a default that it accepts`, () => {
    const read = createSettingReader(table, () => undefined);
    for (const [name, { doc, environment }] of Object.entries(table)) {
      assert.ok(doc.length > 10, name);
      assert.match(environment, variable);
      assert.doesNotThrow(() => read(name), name);
    }
    assert.equal(new Set(Object.values(table).map(({ environment }) => environment)).size, Object.keys(table).length);
  });

  test(`an error about a setting of the ${program} has its name and a readable message, without patterns and secrets`, () => {
    for (const wrong of [
      '\u0000',
      'a b\n^',
      '-99999999999999999',
      '{"a":[',
      'x'.repeat(70_000),
      '٣',
      'https://a:b@c?d#e',
    ]) {
      const read = createSettingReader(table, () => wrong);
      for (const [name, { environment, secret }] of Object.entries(table)) {
        try {
          read(name);
        } catch (error) {
          assert.ok(error instanceof SettingsError, `${name}: ${String(error)}`);
          const [given = '', allowed = ''] = error.message.split('"; allowed: ');
          assert.ok(given.startsWith(`${environment} is "`), error.message.slice(0, 200));
          assert.match(allowed, /^[^\\^$]{2,400}\.$/);
          if (secret === true) assert.equal(given, `${environment} is "(not shown)`);
        }
      }
    }
  });
}
