import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBundleFindings } from './to-findings.ts';

const none = { issues: [], issueCounts: {}, expected: 0, missing: [] };

test('a thousand missing pages are listed, and all are counted', () => {
  const missing = Array.from({ length: 1500 }, (_, index) => ({ path: `page-${index}`, cause: 'no-file' as const }));
  const found = toBundleFindings({ ...none, expected: 1600, missing });
  assert.deepEqual([found.expected, found.missing.length, found.missingCount], [1600, 1000, 1500]);
  assert.deepEqual(found.missing[0], { path: 'page-0', cause: 'no-file' });
});

test('errors are listed first, and issues that the report counts without listing them are included in the counts', () => {
  const issues = (['info', 'error', 'warning'] as const).map((severity) => ({
    path: 'index.mdx',
    severity,
    code: 'a-code',
    message: '',
  }));
  const found = toBundleFindings({ ...none, issues, issueCounts: { 'a-code': 3, 'broken-link': 4000 } });
  assert.deepEqual(
    found.issues.map(({ severity }) => severity),
    ['error', 'warning', 'info'],
  );
  assert.equal(found.issueCount, 4003);
  assert.deepEqual(found.issueCounts, { 'a-code': 3, 'broken-link': 4000 });
});

test('the number of issues doesn’t exceed the range of its column', () => {
  const issueCounts = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`code-${index}`, 2 ** 31 - 1]));
  assert.equal(toBundleFindings({ ...none, issueCounts }).issueCount, 2 ** 31 - 1);
});
