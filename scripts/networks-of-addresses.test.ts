import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
/**
 * Code that takes the first four groups of an address from its text. `2001:db8::1` has fewer groups, so one network
 * would have thousands of names.
 */
const byHand =
  /\.split\(\s*(?:['"`]:['"`]|\/:\/)\s*(?:,\s*\d+\s*)?\)\s*\.\s*(?:slice|splice)\(\s*0?\s*,?\s*-?4\s*\)|\.split\(\s*['"`]:['"`]\s*,\s*4\s*\)/;

test('no source takes the network of an address from the address’s text', () => {
  const files = globSync('{packages/*/src,scripts,e2e,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path === 'node_modules' || path.endsWith('networks-of-addresses.test.ts'),
  });
  assert.ok(files.length > 1_000, `only ${files.length} files were read`);
  const found = files.filter((path) => byHand.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(found, [], 'use networkOfAddress from @docwright/site-server');
});

for (const code of [
  "address.split(':').slice(0, 4).join(':')",
  'address.split(":").slice(0,4)',
  'address\n  .split(`:`)\n  .slice(0, 4)',
  "address.split(':', 8).slice(0, 4)",
  "address.split(':', 4)",
  'address.split(/:/).slice(0, 4)',
])
  test(`${JSON.stringify(code)} is found`, () => assert.match(code, byHand));

for (const code of ["groups.slice(0, 4).join(':')", "time.split(':').slice(0, 2)", "name.split(':', 2)"])
  test(`${JSON.stringify(code)} is not found`, () => assert.doesNotMatch(code, byHand));
