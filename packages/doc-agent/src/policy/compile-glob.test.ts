import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { compileGlob, maxGlobLength } from './compile-glob.ts';

const visible = { dot: true, ignoreCase: false };

test('each wildcard matches the expected paths and no others', () => {
  const table: readonly (readonly [glob: string, matching: readonly string[], other: readonly string[]])[] = [
    ['*.mdx', ['a.mdx', '.mdx'], ['a/b.mdx', 'a.mdxx']],
    ['**/*.mdx', ['a.mdx', 'a/b/c.mdx'], ['a.md']],
    ['guides/**', ['guides/a', 'guides/a/.b'], ['guides', 'guidesx/a']],
    ['**/a/**/b', ['a/b', 'x/a/y/z/b'], ['a', 'ab', 'a/bb']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['a?c', ['abc', 'a💡c'], ['ac', 'a/c', 'abbc']],
    ['[a-c]x[!0-9]', ['axb', 'cx-'], ['dxb', 'ax1', 'ax/']],
    ['[^/]', ['[^/]'], ['a', 'b']],
    ['[]a]', [']', 'a'], ['[]a]']],
    ['[a', ['[a'], ['a']],
    ['{a,b/{c,*.md}}.x', ['a.x', 'b/c.x', 'b/q.md.x'], ['b.x', 'b/q.x']],
    ['{a/**,b}/c', ['a/x/c', 'a/x/y/c', 'b/c'], ['x/c']],
    ['{a}{b', ['{a}{b'], ['ab']],
    ['v{1..3}', ['v1', 'v3'], ['v4', 'v1..3']],
    ['\\*\\{a,b\\}', ['*{a,b}'], ['xa']],
    ['/a/b', ['a/b'], ['/a/b']],
    ['', [''], ['a']],
  ];
  for (const [glob, matching, other] of table) {
    const matches = compileGlob(glob, visible);
    for (const path of matching) assert.equal(matches(path), true, `${glob} matches ${path}`);
    for (const path of other) assert.equal(matches(path), false, `${glob} does not match ${path}`);
  }
});

test('without `dot`, only a literal dot matches a hidden name; with `ignoreCase`, names that differ only in case match', () => {
  const hidden = { dot: false, ignoreCase: false };
  for (const glob of ['*', '**', '?a', '[.]a', '*.a', '**/*', '{*,b}'])
    assert.equal(compileGlob(glob, hidden)('.a'), false, glob);
  for (const glob of ['.a', '.*', '{.a,b}', '**/.a']) assert.equal(compileGlob(glob, hidden)('.a'), true, glob);
  const anyCase = compileGlob('Package.JSON', { dot: true, ignoreCase: true });
  for (const path of ['package.json', 'PACKAGE.JSON', 'pac\u212aage.json', 'package.j\u017fon'])
    assert.equal(anyCase(path), true, path);
});

const segment = fc.constantFrom('a', 'b', 'ab', '.a', 'a.mdx', 'b.md', 'x.json', '.env', 'guides', 'A.MDX', 'a-b');
const globSegment = fc.oneof(
  segment,
  fc.constantFrom('*', '**', '*.mdx', '*.{md,mdx}', '{a,b}', '?', 'a*', '*b', '[ab]', '.*', '{a,*.md}', 'a?b', '*.*'),
  fc.constantFrom('{guides/**,b}', '[a-c].md', '*a*', 'x*.*', '*a*b*'),
);

test('random globs without `/**` match the same paths as in picomatch', () => {
  const property = fc.property(
    fc.array(globSegment, { minLength: 1, maxLength: 4 }),
    fc.array(segment, { minLength: 1, maxLength: 5 }),
    fc.boolean(),
    fc.boolean(),
    (globSegments, segments, dot, ignoreCase) => {
      const [glob, path] = [globSegments.join('/'), segments.join('/')];
      // In picomatch, `a/**` also matches a file `a`; here it matches only the folder's content.
      fc.pre(!glob.includes('/**') && !glob.includes('{guides/**'));
      const theirs = picomatch(glob, { dot, nocase: ignoreCase, noextglob: true });
      assert.equal(compileGlob(glob, { dot, ignoreCase })(path), theirs(path), `${glob} on ${path}`);
    },
  );
  fc.assert(property, { numRuns: 5000 });
});

test('a glob that ends with `/**` matches the same paths below its folder as in picomatch', () => {
  const property = fc.property(
    fc.array(globSegment, { minLength: 1, maxLength: 3 }),
    fc.array(segment, { minLength: 2, maxLength: 6 }),
    fc.boolean(),
    (globSegments, segments, dot) => {
      const [glob, path] = [`${globSegments.join('/')}/**`, segments.join('/')];
      const isFolderItself = picomatch(globSegments.join('/'), { dot })(path);
      fc.pre(!isFolderItself && !glob.slice(0, -3).includes('**'));
      assert.equal(
        compileGlob(glob, { dot, ignoreCase: false })(path),
        picomatch(glob, { dot })(path),
        `${glob} ${path}`,
      );
    },
  );
  fc.assert(property, { numRuns: 3000 });
});

test('any text is a valid glob, unless it is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[],*?\\/!^-.ab')), maxLength: 300 }), (glob) => {
      assert.equal(typeof compileGlob(glob, visible)('a/b.mdx'), 'boolean');
    }),
    { numRuns: 2000 },
  );
  assert.throws(() => compileGlob('a'.repeat(maxGlobLength + 1), visible), /301 characters; at most 300/);
});
