import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxGroups, readGroups } from './read-groups.ts';

test('groups are read as written, without trimming or splitting, and duplicates are removed', () => {
  assert.deepEqual(readGroups(['a, b', ' c ', '"d"', 'Ä', 'a, b']), ['a, b', ' c ', '"d"', 'Ä']);
  assert.deepEqual([readGroups(undefined), readGroups(null), readGroups([])], [[], [], []]);
});

test('a value that isn’t a list of valid names is refused as a whole', () => {
  for (const value of [
    'admin',
    'admin,staff',
    { 0: 'admin' },
    7,
    true,
    ['admin', 7],
    [['admin']],
    [''],
    ['a'.repeat(201)],
    ['admin\n'],
    ['ad\u0000min'],
    ['\u0085'],
    ['\ud800'],
    Array.from({ length: maxGroups + 1 }, (_, n) => String(n)),
  ])
    assert.throws(() => readGroups(value), { code: 'group-invalid' }, JSON.stringify(value)?.slice(0, 50));
});
