import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readManual } from './read-manual.ts';

test('docs/cli.mdx is the output of "node scripts/generate-cli-docs.ts"', () => {
  const file = new URL('../../../../docs/cli.mdx', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), readManual());
});

test('the manual contains commands of each kind, and nothing that MDX would parse as a tag', () => {
  const manual = readManual();
  for (const command of ['up', 'build', 'jobs create', 'keys roll', 'projects delete']) {
    assert.ok(manual.includes(`### docwright ${command}\n`), command);
  }
  const text = manual.replaceAll(/```[\s\S]*?```|`[^`]*`|\{\/\*.*?\*\/\}/g, '');
  assert.doesNotMatch(text, /(?<!\\)[<{]/);
});
