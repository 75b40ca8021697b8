import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite, createMemorySource } from '@docwright/site-builder';
import { goldenFormats, readGolden } from './testing/golden.ts';

for (const format of goldenFormats)
  test(`${format}: the golden site is converted exactly as in golden/${format}.txt, and the result builds without errors`, async () => {
    const { written, expected, made } = readGolden(format);
    assert.equal(expected, written, 'node packages/site-import/src/testing/golden.ts writes the current output');
    const { issues } = await checkSite({ source: createMemorySource(made), clock: () => 0 });
    assert.deepEqual(
      issues.filter(({ severity }) => severity !== 'info'),
      [],
    );
  });
