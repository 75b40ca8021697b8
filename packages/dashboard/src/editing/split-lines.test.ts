import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLines } from './split-lines.ts';

test('each line counts once and can contain commas and quotes', () => {
  assert.deepEqual(splitLines(' staff\r\n\nSales, EU\nstaff \n"hr"'), ['staff', 'Sales, EU', '"hr"']);
  assert.deepEqual(splitLines(' \n'), []);
});
