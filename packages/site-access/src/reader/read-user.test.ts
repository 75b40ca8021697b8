import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUserObject } from './read-user.ts';

const nowMs = Date.UTC(2026, 0, 1);
const rules = { hosts: ['docs.example', 'docs.example:8443'], nowMs };
const read = (value: unknown) => readUserObject(value, rules);

test('a user is identified by sub, ID or email, in the object or its content', () => {
  assert.equal(read({ sub: 'ada', id: 7 }).reader.subject, 'ada');
  assert.equal(read({ id: 7 }).reader.subject, '7');
  assert.equal(read({ content: { email: 'ada@example.com' } }).reader.subject, 'ada@example.com');
  const { reader } = read({ content: { id: 'u1', name: 'Ada\u0007 Lovelace' } });
  assert.deepEqual([reader.subject, reader.name], ['u1', 'Ada  Lovelace']);
});

test('users without an ID are the same reader if their objects are equal, and different readers otherwise', () => {
  const subject = (user: object) => read(user).reader.subject;
  assert.equal(subject({ groups: ['a'] }), subject({ groups: ['a'] }));
  assert.notEqual(subject({ groups: ['a'] }), subject({ groups: ['b'] }));
});

test('a long subject is shortened to a digest, and an email that is too long is left out', () => {
  assert.match(read({ sub: 'x'.repeat(5_000) }).reader.subject, /^sha256-[\w-]{43}$/);
  assert.equal(read({ sub: 'x', email: `${'x'.repeat(300)}@example.com` }).reader.email, undefined);
  assert.equal(read({ sub: 'x', name: '😀'.repeat(500) }).reader.name, '😀'.repeat(50));
});

test('a user for another host, or with an expiry that has passed or isn’t a number, is refused', () => {
  const later = nowMs / 1000 + 60;
  assert.equal(read({ sub: 'a', expiresAt: later, host: 'DOCS.example' }).expiresAtMs, later * 1000);
  for (const [value, code] of [
    [{ host: 'other.example' }, 'host-mismatch'],
    [{ host: 'docs.example.evil.test' }, 'host-mismatch'],
    [{ host: ['docs.example'] }, 'host-mismatch'],
    [{ host: '' }, 'host-mismatch'],
    [{ expiresAt: nowMs / 1000 }, 'user-expired'],
    [{ expiresAt: '2030-01-01' }, 'user-invalid'],
    [{ groups: 'admin' }, 'group-invalid'],
    [[], 'user-invalid'],
    ['user', 'user-invalid'],
    [null, 'user-invalid'],
  ] as const)
    assert.throws(() => read(value), { code, received: value }, JSON.stringify(value));
});
