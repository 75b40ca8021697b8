import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admits, everyone, type Audience, type GroupSet } from './access-rule.ts';

const member = (...groups: string[]): Audience => ({ isSignedIn: true, groups: new Set(groups) });
const anyOf = (...includes: string[]): GroupSet => ({ includes, excludes: [] });
const rule = (...groupSets: GroupSet[]) => ({ groupSets });

test('without a rule, everyone is admitted; a rule without groups admits every signed-in reader', () => {
  assert.ok(admits(undefined, everyone));
  assert.ok(!admits(rule(), everyone));
  assert.ok(admits(rule(), member()));
});

test('a reader needs at least one group of each set', () => {
  assert.ok(admits(rule(anyOf('a', 'b')), member('b')));
  assert.ok(!admits(rule(anyOf('a'), anyOf('b')), member('a')));
  assert.ok(admits(rule(anyOf('a'), anyOf('b')), member('a', 'b')));
  assert.ok(!admits(rule(anyOf()), member('a')), 'an empty set admits nobody');
});

test('groups of a reader who isn’t signed in are ignored', () => {
  assert.ok(!admits(rule(anyOf('a')), { isSignedIn: false, groups: new Set(['a']) }));
});

test('names are compared exactly', () => {
  for (const name of ['A', 'a ', 'ab', '', 'constructor', '__proto__'])
    assert.ok(!admits(rule(anyOf('a')), member(name)), name);
  assert.ok(admits(rule(anyOf('__proto__')), member('__proto__')));
});

test('* matches any characters, but doesn’t match a reader without groups', () => {
  const matches = (pattern: string, group: string): boolean => admits(rule(anyOf(pattern)), member(group));
  assert.deepEqual(
    ['', 'a', 'partner-eu', 'partner-', 'xpartner-eu'].map((group) => matches('partner-*', group)),
    [false, false, true, true, false],
  );
  assert.deepEqual(
    ['a-b-c', 'abc', 'a--c', 'a-c', 'c-a'].map((group) => matches('a-*-c', group)),
    [true, false, true, false, false],
  );
  assert.ok(matches('*', 'anything'));
  assert.ok(matches('*a*b*', 'xaxbx') && !matches('*a*b*', 'xbxax'));
  assert.ok(!admits(rule(anyOf('*')), member()));
});

test('excluded groups take precedence over included ones', () => {
  const staff = rule({ includes: ['staff'], excludes: ['contractor-*'] });
  assert.ok(admits(staff, member('staff')));
  assert.ok(!admits(staff, member('staff', 'contractor-1')));
  const others = rule({ includes: undefined, excludes: ['trial'] });
  assert.ok(admits(others, member()) && !admits(others, member('trial')) && !admits(others, everyone));
});

test('a hostile pattern matches none of 10,000 long group names', () => {
  const groups = Array.from({ length: 10_000 }, (_, index) => `${'a'.repeat(200)}${index}`);
  assert.ok(!admits(rule(anyOf(`${'*a'.repeat(90)}*b`)), member(...groups)));
});

test('content that excludes a group is hidden from readers whose groups aren’t all known', () => {
  const known = { isSignedIn: true, groups: new Set(['staff']) };
  const others = { ...known, mayHaveOthers: true };
  const staff = { includes: ['staff'], excludes: [] };
  const noTrial = { includes: undefined, excludes: ['trial'] };
  assert.equal(admits({ groupSets: [staff] }, others), true);
  assert.equal(admits({ groupSets: [noTrial] }, known), true);
  assert.equal(admits({ groupSets: [noTrial] }, others), false);
  assert.equal(admits({ groupSets: [staff, { ...staff, excludes: ['trial'] }] }, others), false);
});
