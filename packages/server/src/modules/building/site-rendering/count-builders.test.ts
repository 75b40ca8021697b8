import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBuilders } from './count-builders.ts';

const gibibyte = 1024 ** 3;

test('there are at most two builders per processor and one per gibibyte of memory, but at least one', () => {
  assert.equal(countBuilders({ processors: 2, memoryBytes: 16 * gibibyte }), 4);
  assert.equal(countBuilders({ processors: 8, memoryBytes: 3.9 * gibibyte }), 3);
  assert.equal(countBuilders({ processors: 1, memoryBytes: gibibyte / 2 }), 1);
});
