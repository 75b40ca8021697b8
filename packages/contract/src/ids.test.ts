import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { PasswordLabel } from './ids.ts';

test('a password label is one line of at most 100 characters, at least one of them visible', () => {
  for (const label of ['Press', 'a, b', 'é', ' a ', 'x'.repeat(100)])
    assert.ok(Value.Check(PasswordLabel, label), label);
  for (const label of ['', ' ', 'a\nb', 'a\u001b[2J', '\u007f', 'x'.repeat(101)])
    assert.ok(!Value.Check(PasswordLabel, label), JSON.stringify(label));
});
