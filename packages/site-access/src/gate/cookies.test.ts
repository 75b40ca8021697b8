import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccessCookies } from './cookies.ts';

const cookies = createAccessCookies(true);
const read = (header: string | undefined) => cookies.read(header, 'session');

test('every occurrence of a cookie in the header is found', () => {
  assert.deepEqual(read('a=1; __Host-session=x;__Host-session = y; __Host-session=z'), ['x', 'z']);
  assert.deepEqual(read(' \t__Host-session=x'), ['x']);
  assert.deepEqual(read(undefined), []);
});

test('a cookie whose name or value ends with the requested name is another cookie', () => {
  // Another host of the domain can set these.
  for (const header of [
    'x__Host-session=evil',
    'a=1; b=__Host-session=evil',
    'b=1 __Host-session=evil',
    'b= __Host-session=evil',
  ])
    assert.deepEqual(read(header), [], header);
});
