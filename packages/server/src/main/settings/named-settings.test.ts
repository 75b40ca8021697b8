import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingDefinitions } from './settings.ts';

const sources = new URL('../../', import.meta.url);
/** Names that are read elsewhere: the settings file's path, and a database for tests. */
const others = new Set(['DOCWRIGHT_CONFIG', 'DOCWRIGHT_TEST_DATABASE_URL']);

test('all environment variables named in the server’s source are settings, with two exceptions', () => {
  const known = new Set<string>(Object.values(settingDefinitions).map(({ environment }) => environment));
  const unknown: string[] = [];
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.includes('testing/')) continue;
    const text = readFileSync(new URL(path, sources), 'utf8');
    for (const [name] of text.matchAll(/\bDOCWRIGHT_[A-Z0-9_]*[A-Z0-9]\b|\(setting [a-z]\w*\)/g))
      if (!known.has(name) && !others.has(name)) unknown.push(`${path}: ${name}`);
  }
  assert.deepEqual(unknown, []);
});
