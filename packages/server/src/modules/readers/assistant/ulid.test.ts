import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUlid, writeUlid } from './ulid.ts';

test('a position is read back from its ULID, which begins with its milliseconds and sorts in the same order', () => {
  const atUs = 1_469_918_176_385_456n;
  const ulid = writeUlid({ atUs, id: 7n });
  // An example from the specification.
  assert.equal(ulid.slice(0, 10), '01ARYZ6S41');
  assert.deepEqual(readUlid(ulid), { atUs, id: 7n });
  const later = [
    { atUs, id: 8n },
    { atUs: atUs + 1n, id: 1n },
    { atUs: atUs + 1_000n, id: 0n },
  ];
  assert.deepEqual(later.map(writeUlid).toSorted(), later.map(writeUlid));
  assert.ok(later.every((place) => writeUlid(place) > ulid));
  const last = { atUs: 8_640_000_000_000_999n, id: 2n ** 63n - 1n };
  assert.deepEqual(readUlid(writeUlid(last)), last);
});

test('text with invalid letters, lengths, or numbers that PostgreSQL doesn’t support is refused', () => {
  for (const text of [
    '',
    'x',
    '01KQVZJS3V',
    'I'.repeat(26),
    '8'.repeat(26),
    '7'.repeat(26),
    `0${'Z'.repeat(25)}`,
    '0'.repeat(27),
  ])
    assert.equal(readUlid(text), undefined, text);
  assert.equal(readUlid(writeUlid({ atUs: 0n, id: 2n ** 63n })), undefined);
});
