import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiff } from '@docwright/highlight/parse-diff';
import {
  isOutdated,
  isQuoted,
  LONGEST_COMMENT,
  linesUpTo,
  MOST_COMMENTS,
  nameLines,
  readComments,
  refuseReview,
  sideOf,
  toSent,
  type ReviewComment,
} from './review-comments.ts';

const comment: ReviewComment = {
  path: 'guides/limits.mdx',
  side: 'after',
  from: 7,
  to: 8,
  lines: ['A project has 50 flags.', 'It can have more.'],
  text: 'Say how one gets more.',
};

test('only the beginning of a long line is sent, without splitting a character, and the line is still recognized', () => {
  const long = 'x'.repeat(298) + '😀'.repeat(500);
  const [sent = ''] = toSent({ ...comment, to: 7, lines: [long] }).lines;
  assert.equal(sent, `${'x'.repeat(298)}…`);
  assert.ok(sent.length <= 300 && sent.isWellFormed());
  assert.equal(isQuoted(long, sent), true);
  assert.equal(isQuoted('short', 'short'), true);
  assert.equal(isQuoted(`y${long}`, sent), false);
  assert.equal(isQuoted('x', undefined), false);
});

test('stored data is used only if it is a valid comment', () => {
  assert.deepEqual(readComments(JSON.stringify([comment])), [comment]);
  for (const stored of ['', 'x', 'null', '{}', '[null, 1, []]']) assert.deepEqual(readComments(stored), []);
  const faults = [
    { path: 7 },
    { side: 'left' },
    { from: 0 },
    { to: 2 ** 53 },
    { to: 9 },
    { lines: 'ab' },
    { lines: [1, 2] },
    { text: ' ' },
    { text: 'x'.repeat(LONGEST_COMMENT + 1) },
    { from: 1, to: 31, lines: Array.from({ length: 31 }, () => 'x') },
  ];
  for (const fault of faults) assert.deepEqual(readComments(JSON.stringify([{ ...comment, ...fault }])), []);
  const many = Array.from({ length: MOST_COMMENTS + 1 }, () => comment);
  assert.equal(readComments(JSON.stringify(many)).length, MOST_COMMENTS);
});

test('comments can be collected while the agent is working, but not if follow-ups are rejected', () => {
  const open = { state: 'open' };
  assert.equal(refuseReview({ status: 'completed', pullRequest: open }), undefined);
  assert.equal(refuseReview({ status: 'failed', pullRequest: null }), undefined);
  assert.equal(refuseReview({ status: 'active', pullRequest: open })?.isFinal, false);
  for (const state of ['merged', 'closed']) {
    assert.deepEqual(refuseReview({ status: 'completed', pullRequest: { state } }), {
      reason: `The pull request is ${state}, so it accepts no more commits.`,
      isFinal: true,
    });
  }
  assert.equal(refuseReview({ status: 'archived', pullRequest: open })?.isFinal, true);
});

test('line numbers are described in words', () => {
  assert.equal(nameLines({ from: 3, to: 3, side: 'after' }), 'line 3');
  assert.equal(nameLines({ from: 3, to: 5, side: 'before' }), 'lines 3–5 before the change');
});

test('a range can include the lines above the chosen line, on its side of the hunk', () => {
  const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -4,3 +4,3 @@\n one\n-two\n+zwei\n three\n';
  const hunk = parseDiff(diff)[0]?.hunks[0];
  assert.ok(hunk);
  const rangeTo = (text: string) => {
    const line = hunk.lines.find((each) => each.text === text);
    assert.ok(line);
    return [sideOf(line).side, sideOf(line).number, ...linesUpTo(hunk, line).map((each) => each.text)];
  };
  assert.deepEqual(rangeTo('one'), ['after', 4, 'one']);
  assert.deepEqual(rangeTo('two'), ['before', 5, 'one', 'two']);
  assert.deepEqual(rangeTo('three'), ['after', 6, 'one', 'zwei', 'three']);
});

test('a comment is outdated if its lines have changed or are no longer changed, but not if the diff omits them', () => {
  const diff = (path: string, added: string) =>
    parseDiff(`diff --git a/${path} b/${path}
--- a/${path}
+++ b/${path}
@@ -10,3 +10,3 @@
 Ten.
-Eleven, old.
+${added}
 Twelve.
`);
  const files = diff('a.mdx', 'Eleven, new.');
  const on = (changes: Partial<ReviewComment>): ReviewComment => ({ ...comment, path: 'a.mdx', ...changes });
  const after = on({ from: 10, to: 11, lines: ['Ten.', 'Eleven, new.'] });
  const before = on({ side: 'before', from: 10, to: 11, lines: ['Ten.', 'Eleven, old.'] });
  for (const each of [after, before]) {
    assert.equal(isOutdated(each, files), false);
    assert.equal(isOutdated(each, diff('b.mdx', 'Eleven, new.')), true, 'another file');
    assert.equal(isOutdated({ ...each, from: 11, to: 12 }, files), true, 'moved');
    assert.equal(isOutdated(each, []), true);
  }
  assert.equal(isOutdated(after, diff('a.mdx', 'Eleven, newer.')), true);
  assert.equal(isOutdated(before, diff('a.mdx', 'Eleven, newer.')), false, 'its lines are still removed');
  assert.equal(isOutdated(on({ from: 7, to: 7, lines: ['Seven.'] }), files), false, 'in a gap');
  assert.equal(isOutdated(on({ side: 'before', from: 7, to: 7, lines: ['Seven.'] }), files), true, 'no longer removed');
  assert.equal(isOutdated(on({ side: 'before', from: 10, to: 10, lines: ['Ten.'] }), files), true, 'unchanged again');
});
