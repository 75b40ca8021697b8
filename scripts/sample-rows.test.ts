import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSeed, sampleRows } from './sample-rows.ts';

const rows = Array.from({ length: 100 }, (_, index) => index);

describe('a sample of a table', () => {
  const given = { name: 'cells', most: 5, isFull: false, seed: 7 };

  test('has the rows that are always included, and the allowed number of others, in their order', () => {
    const sample = sampleRows(rows, { ...given, always: (row) => row % 50 === 0 });
    assert.equal(sample.length, 7);
    assert.ok(sample.includes(0) && sample.includes(50));
    assert.deepEqual(
      sample,
      sample.toSorted((one, other) => one - other),
    );
  });

  test('is the same for the same seed and name, and differs for another seed or name', () => {
    assert.deepEqual(sampleRows(rows, given), sampleRows(rows, given));
    assert.notDeepEqual(sampleRows(rows, given), sampleRows(rows, { ...given, seed: 8 }));
    assert.notDeepEqual(sampleRows(rows, given), sampleRows(rows, { ...given, name: 'rows' }));
  });

  test('has every row in a full run, or if the table has fewer than allowed', () => {
    assert.deepEqual(sampleRows(rows, { ...given, isFull: true }), rows);
    assert.deepEqual(sampleRows(rows, { ...given, most: 100 }), rows);
    assert.deepEqual(sampleRows([], given), []);
  });

  test('has a limited number of rows in a full run of all files if the table has a limit for it', () => {
    const limited = { ...given, isFull: true, mostInFull: 20 };
    assert.equal(sampleRows(rows, { ...limited, isSelected: false }).length, 20);
    assert.deepEqual(sampleRows(rows, { ...limited, isSelected: true }), rows);
  });

  test('contains almost every row with one of a hundred seeds', () => {
    const seen = new Set(rows.flatMap((seed) => sampleRows(rows, { ...given, seed })));
    assert.ok(seen.size > 95, String(seen.size));
  });
});

describe('a seed', () => {
  test('is the given number, or a random one', () => {
    assert.equal(readSeed('0'), 0);
    assert.equal(readSeed('4294967295'), 4_294_967_295);
    assert.ok(readSeed(undefined) < 2 ** 32);
  });

  for (const text of ['', '-1', '1.5', '4294967296', '1e3', '0x1', ' 1'])
    test(`is rejected, and the error quotes it: ${JSON.stringify(text)}`, () => {
      assert.throws(() => readSeed(text), new RegExp(`is "${text}"`));
    });
});
