import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGroupNames } from './to-group-names.ts';

test('each line is the name of a group, once, whatever characters it has', () => {
  assert.deepEqual(toGroupNames(' staff\r\n\nSales, EU\nstaff \n"hr"'), ['staff', 'Sales, EU', '"hr"']);
  assert.deepEqual(toGroupNames(' \n'), []);
});
