import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChangedNames } from './find-changed-names.ts';

const diffOf = (lines: readonly string[], path = 'src/cli.ts'): string =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, '@@ -1,3 +1,3 @@', ...lines].join('\n');

const read = (...diffs: (readonly string[])[]) => {
  const { renamed, removed, added } = findChangedNames(diffs.map((lines) => diffOf(lines)));
  return { renamed: Object.fromEntries(renamed), removed, added };
};

test('a name that replaces another one of the same kind in a line is a rename', () => {
  assert.deepEqual(read(["-  .option('--all', 'Include all files')", "+  .option('--every', 'Include every file')"]), {
    renamed: { '--all': '--every' },
    removed: [],
    added: [],
  });
  for (const [old, name] of [
    ['ACME_KEY', 'ACME_TOKEN'],
    ["'/v1/users'", "'/v1/people'"],
    ['maxRetries', 'retryLimit'],
    ['max_retries', 'retry_limit'],
  ] as const) {
    const clean = (text: string) => text.replaceAll("'", '');
    assert.deepEqual(read([`-use(${old}, 1)`, `+use(${name}, 1)`]).renamed, { [clean(old)]: clean(name) });
  }
});

test('names are not renamed if lines disagree, if the old name remains, or if two become the same name', () => {
  assert.deepEqual(read(["-a('--all')", "+a('--every')", ' x', "-b('--all')", "+b('--each')"]).renamed, {});
  assert.deepEqual(read(["-a('--all')", "+a('--every')", " alias('--all')"]).renamed, {});
  assert.deepEqual(read(["-a('--all')", "+a('--every')", ' x', "-b('--some')", "+b('--every')"]).renamed, {});
  assert.deepEqual(read(["-a('--all')", '+a(ACME_ALL)']).renamed, {});
});

test('a name that is renamed twice maps to its last name, and a name that is renamed back isn’t a rename', () => {
  const [first, second, back] = [
    ["-a('--all')", "+a('--every')"],
    ["-a('--every')", "+a('--each')"],
    ["-a('--every')", "+a('--all')"],
  ];
  assert.deepEqual(read(first ?? [], second ?? []).renamed, { '--all': '--each', '--every': '--each' });
  assert.deepEqual(read(first ?? [], back ?? []).renamed, {});
});

test('thousands of renames, in a chain, side by side or in a circle, are read', () => {
  const count = 2_000;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const chain = read(numbers.flatMap((n) => [`-a_${n}`, `+a_${n + 1}`]));
  assert.deepEqual([Object.keys(chain.renamed).length, chain.renamed['a_0']], [count, `a_${count}`]);
  const many = read(numbers.flatMap((n) => [`-a_${n}`, `+b_${n}`]));
  assert.deepEqual([Object.keys(many.renamed).length, many.renamed['a_7']], [count, 'b_7']);
  const circle = numbers.flatMap((n) => [`-a_${n}`, `+a_${(n + 1) % count}`]);
  assert.deepEqual(read([...circle, '-c_0', '+a_0']).renamed, {});
  assert.deepEqual(read([...numbers.map((n) => `-${n}`), ...numbers.map((n) => `+x${n}`)]).renamed, {});
});

test('removed and added names are listed, but moved names aren’t', () => {
  assert.deepEqual(read(["-a('--all')", '-keepThis()', ' x', "+b('--dry-run')", '+keepThis()']), {
    renamed: {},
    removed: ['--all'],
    added: ['--dry-run'],
  });
});

test('changes in comments, import paths, tests, prose and lock files rename nothing', () => {
  assert.deepEqual(
    read(['-// use --all', '+// use --every', "-import '../a/b.ts';", "+import '../a/c.ts';"]).renamed,
    {},
  );
  for (const path of ['README.md', 'src/cli.test.ts', 'test/cli.ts', 'package-lock.json', 'tests/test_cli.py'])
    assert.deepEqual(findChangedNames([diffOf(["-a('--all')", "+a('--every')"], path)]).files, [], path);
});

test('text without a diff has no names', () => {
  assert.deepEqual(findChangedNames(['', '-a --all\n+a --every', '@@\n-a --all']).files, []);
});
