import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeInCell } from './plain-typing.ts';

test('a brace or angle bracket typed in a cell is text, unless it is in code or escaped', () => {
  assert.equal(escapeInCell('a ', '{'), String.raw`\{`);
  assert.equal(escapeInCell('', '<'), String.raw`\<`);
  assert.equal(escapeInCell('`a ', '{'), '{');
  assert.equal(escapeInCell('`a` ', '{'), String.raw`\{`);
  assert.equal(escapeInCell('a \\', '{'), '{');
  assert.equal(escapeInCell('a \\\\', '{'), String.raw`\{`);
  for (const other of ['', '}', '>', 'a', '<a']) assert.equal(escapeInCell('a', other), other);
});
