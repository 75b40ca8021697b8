import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { generateSdk } from './sdk-source.ts';

for (const [name, text] of Object.entries(generateSdk())) {
  test(`packages/sdk/src/${name} is what "node scripts/generate-sdk.ts" generates from the contract`, () => {
    assert.equal(readFileSync(join(dirname(import.meta.dirname), 'packages/sdk/src', name), 'utf8'), text);
  });
}
