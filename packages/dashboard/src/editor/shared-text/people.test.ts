import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorOf, listPeople } from './people.ts';

const person = (userId: string, name: string, path: string, client = 1) => ({ userId, name, path, client });

test('each other person is listed once, by name, with the files that they have open', () => {
  const people = [
    person('usr_b', 'Bob', 'z.mdx'),
    person('usr_a', 'Ada', 'a.mdx', 2),
    person('usr_b', 'Bob', 'a.mdx', 3),
    person('usr_b', 'Bob', 'z.mdx', 4),
    person('usr_me', 'Me', 'a.mdx', 5),
  ];
  assert.deepEqual(listPeople(people, 'usr_me'), [
    { userId: 'usr_a', name: 'Ada', paths: ['a.mdx'] },
    { userId: 'usr_b', name: 'Bob', paths: ['a.mdx', 'z.mdx'] },
  ]);
  assert.deepEqual(listPeople([], undefined), []);
});

test('two people with the same name are listed separately', () => {
  const people = [person('usr_a', 'Alex', 'a.mdx'), person('usr_b', 'Alex', 'b.mdx')];
  assert.deepEqual(
    listPeople(people, undefined).map(({ userId }) => userId),
    ['usr_a', 'usr_b'],
  );
});

test('a color is the same for the same ID, and all six colors are used', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `usr_${index.toString(36)}😀`);
  const colors = ids.map(colorOf);
  assert.deepEqual(colors, ids.map(colorOf));
  assert.deepEqual(new Set(colors), new Set([0, 1, 2, 3, 4, 5]));
  assert.equal(colorOf(''), 0);
  assert.ok(colorOf('x'.repeat(1_000_000)) < 6);
});
