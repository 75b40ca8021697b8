import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxGroupNames, readGroups } from './read-groups.ts';

const includesOf = (value: unknown) => readGroups(value).set?.includes;

test('a list of names is read as written', () => {
  assert.deepEqual(readGroups(['staff', ' beta ', 'staff', 'a,b', 'say "x"']), {
    set: { includes: ['staff', 'beta', 'a,b', 'say "x"'], excludes: [] },
    problems: [],
  });
});

test('groups can be included and excluded by pattern', () => {
  assert.deepEqual(readGroups({ includes: ['*'], excludes: ['trial'] }), {
    set: { includes: ['*'], excludes: ['trial'] },
    problems: [],
  });
  assert.deepEqual(readGroups({ excludes: ['trial'] }).set, { includes: undefined, excludes: ['trial'] });
});

test('a missing value doesn’t restrict anything; an empty value is reported', () => {
  for (const value of [undefined, false]) assert.deepEqual(readGroups(value), { set: undefined, problems: [] });
  for (const value of [null, '', []]) {
    const { set, problems } = readGroups(value);
    assert.deepEqual([set, problems.length], [undefined, 1]);
  }
});

test('a string or a number is read as one name, and is reported', () => {
  assert.deepEqual([includesOf('staff'), includesOf(2024), includesOf([1, 'a'])], [['staff'], ['2024'], ['1', 'a']]);
  for (const value of ['staff', 2024, [1, 'a']]) assert.equal(readGroups(value).problems.length > 0, true);
});

test('an invalid value admits no one, and is reported', () => {
  for (const value of [true, {}, { groups: ['a'] }, [''], [null], [['a']], ['a\u0000b'], ['\n'], ['x'.repeat(201)]]) {
    const { set, problems } = readGroups(value);
    assert.deepEqual([set?.includes, problems.length > 0], [[], true], JSON.stringify(value));
  }
});

test('an invalid exclusion admits no one', () => {
  const tooMany = Array.from({ length: maxGroupNames + 1 }, (_, index) => `g${index}`);
  for (const excludes of [[''], [{}], ['a\u0007'], tooMany]) {
    assert.deepEqual(readGroups({ includes: ['*'], excludes }).set, { includes: [], excludes: [] });
  }
});

test('only the first 1,000 of 10,000 groups are read', () => {
  const { set, problems } = readGroups(Array.from({ length: 10_000 }, (_, index) => `g${index}`));
  assert.equal(set?.includes?.length, maxGroupNames);
  assert.match(problems.join(), /10000 groups/);
});
