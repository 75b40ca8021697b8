import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPassword } from '@docwright/site-access';
import { runCommand } from '../../testing/run-command.ts';

test('a password on standard input becomes a hash for access.passwords', async () => {
  const { code, stdout } = await runCommand(['host', 'hash-password'], { stdin: 'a long password\n' });
  assert.equal(code, 0);
  const hash = stdout.trim();
  assert.match(hash, /^\$argon2id\$v=19\$/);
  assert.equal(await verifyPassword({ hash, password: 'a long password' }), true);
});

test('a password that is too short or has two lines is rejected without being shown', async () => {
  for (const stdin of ['', 'short\n', 'a long password\nand another\n']) {
    const { code, stdout, stderr } = await runCommand(['host', 'hash-password'], { stdin });
    assert.deepEqual([code, stdout], [2, ''], stdin);
    assert.match(stderr, /8 to 256 characters/);
    assert.doesNotMatch(stderr, /long password/);
  }
});
