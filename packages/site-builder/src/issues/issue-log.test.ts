import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IssueLog } from './issue-log.ts';
import type { Issue } from './issue.ts';

const issues = Array.from({ length: 6 }, (_, index): Issue => {
  const code = index % 2 === 0 ? 'broken-link' : 'broken-anchor';
  return { path: 'index.mdx', line: index + 1, severity: 'warning', code, message: `Fault ${index}` };
});

function sortedOf(found: readonly Issue[]): Issue[] {
  const log = new IssueLog(2);
  for (const issue of found) log.add(issue);
  return log.sorted();
}

test('if a file has many issues of a kind, the first issues in the file are reported, in any order of discovery', () => {
  const reported = sortedOf(issues);
  assert.deepEqual(
    reported.map(({ line }) => line),
    [1, 2, 3, 4, undefined, undefined],
  );
  assert.deepEqual(sortedOf(issues.toReversed()), reported);
});

test('an issue that was found twice is reported once', () => {
  assert.deepEqual(sortedOf(issues.slice(0, 2).concat(issues.slice(0, 2))), issues.slice(0, 2));
});

test('all issues of each code are counted, even those that aren’t reported', () => {
  const log = new IssueLog(2);
  for (const issue of [...issues, ...issues]) log.add(issue);
  assert.deepEqual(log.counts(), { 'broken-anchor': 3, 'broken-link': 3 });
});

test('invisible characters are written as escapes, and visible text is unchanged', () => {
  const shown = (message: string): string | undefined =>
    sortedOf([{ path: 'a\u200bb.mdx', severity: 'error', code: 'broken-link', message, fix: message }])[0]?.message;
  assert.equal(
    shown('"\u202egnp.exe\u2069" \u200e\ufeff\u00ad'),
    '"\\u{202e}gnp.exe\\u{2069}" \\u{200e}\\u{feff}\\u{ad}',
  );
  assert.equal(shown('a\u001b[2J\u2028\u{e0041}'), 'a\\u{1b}[2J\\u{2028}\\u{e0041}');
  const visible = 'Über\t日本 👩‍🚀 می‌خواهم\n';
  assert.equal(shown(visible), visible);
  const [issue] = sortedOf([
    { path: 'a\u200bb.mdx', severity: 'error', code: 'broken-link', message: 'x', fix: '\u202e' },
  ]);
  assert.deepEqual([issue?.path, issue?.fix], ['a\\u{200b}b.mdx', '\\u{202e}']);
});
