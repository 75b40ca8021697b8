import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFolderSource } from '../source/folder-source.ts';
import { checkSite } from './build-site.ts';

test('this repository’s manual has no issues, and the decisions aren’t among its pages', async () => {
  const source = createFolderSource(fileURLToPath(new URL('../../../../docs', import.meta.url)));
  const report = await checkSite({ source, clock: () => 0 });
  assert.deepEqual(report.issues, []);
  assert.equal(report.pages, report.expected);
});
