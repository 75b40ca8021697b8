import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combineAccess, type AccessStatement, type CombineAccess } from './combine-access.ts';

const groups = (...includes: string[]): AccessStatement => ({
  from: 'x',
  isPublic: undefined,
  groups: { includes, excludes: [] },
});
const isPublic = (value: boolean): AccessStatement => ({ from: 'x', isPublic: value, groups: undefined });
const combine = (parts: Partial<CombineAccess>) =>
  combineAccess({ own: [], places: [], isSiteProtected: false, ...parts });
const namesOf = (parts: Partial<CombineAccess>) => combine(parts)?.groupSets.map(({ includes }) => includes);

test('the groups of all nodes around a page are combined without duplicate sets', () => {
  const places = [
    [groups('a'), groups('b')],
    [groups('a'), groups('c')],
  ];
  assert.deepEqual(namesOf({ own: [groups('d')], places }), [['d'], ['a'], ['b'], ['c']]);
});

test('public: true in any place removes no groups', () => {
  assert.deepEqual(namesOf({ own: [groups('a'), isPublic(true)] }), [['a']]);
  assert.deepEqual(namesOf({ own: [isPublic(true)], places: [[groups('a')]] }), [['a']]);
  assert.deepEqual(namesOf({ places: [[groups('a'), isPublic(true)]] }), [['a']]);
});

test('without groups, the innermost statement applies', () => {
  const rows: [Partial<CombineAccess>, isOpen: boolean][] = [
    [{}, true],
    [{ isSiteProtected: true }, false],
    [{ isSiteProtected: true, own: [isPublic(true)] }, true],
    [{ isSiteProtected: true, places: [[isPublic(true)]] }, true],
    [{ places: [[isPublic(false)]] }, false],
    [{ places: [[isPublic(false), isPublic(true)]] }, true],
    [{ places: [[isPublic(true), isPublic(false)]] }, false],
    [{ places: [[isPublic(false)]], own: [isPublic(true)] }, true],
    [{ places: [[isPublic(true)]], own: [isPublic(false)] }, false],
    [{ places: [[], [isPublic(false)]] }, false],
    [{ places: [[isPublic(true)], [isPublic(false)]] }, false],
  ];
  for (const [parts, isOpen] of rows)
    assert.deepEqual(combine(parts), isOpen ? undefined : { groupSets: [] }, JSON.stringify(parts));
});
