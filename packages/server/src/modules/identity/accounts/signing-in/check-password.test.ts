import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword } from './check-password.ts';
import { hashPassword, verifyPassword } from '@docwright/site-access';

const owner = { email: 'lovelace@example.com', name: 'Ada Byron' };
const accepts = (password: string) =>
  checkPassword(password, owner).then(
    () => true,
    (error: { code: string }) => {
      assert.equal(error.code, 'weak_password');
      return false;
    },
  );

test('common passwords are refused, even with the usual additions', async () => {
  for (const password of [
    'short',
    'qwertyuiop',
    'Password1234!',
    '!!iloveyou2026',
    '1234567890123',
    'aaaaaaaaaaaa',
    'x'.repeat(300),
  ]) {
    assert.equal(await accepts(password), false, password);
  }
});

test('passwords that add little to the person’s or the product’s name are refused', async () => {
  for (const password of ['lovelace2026', 'Lovelace-Byron', 'docwright123!'])
    assert.equal(await accepts(password), false, password);
  assert.equal(await accepts('lovelace sails on Tuesdays'), true);
});

test('length is counted in characters, and spaces and non-ASCII characters are allowed', async () => {
  assert.equal(await accepts('日本語のパスワードです'), true);
  assert.equal(await accepts('four random words here'), true);
});

test('the same characters are the same password, even if keyboards send different Unicode forms', async () => {
  const hash = await hashPassword('caf\u00e9 am Rhein');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword({ hash, password: 'cafe\u0301 am Rhein' }), true);
  assert.equal(await verifyPassword({ hash, password: 'cafe am Rhein' }), false);
  assert.equal(await verifyPassword({ hash: 'plain', password: 'plain' }), false);
  assert.notEqual(await hashPassword('same'), await hashPassword('same'));
});

test('the email address is refused as a password, in any letter case and with the usual additions', async () => {
  for (const email of ['ada@example.com', 'a.very.long.name@documentation.example.org']) {
    for (const password of [email, email.toUpperCase(), `${email}1!`]) {
      await assert.rejects(checkPassword(password, { email, name: '' }), { code: 'weak_password' }, password);
    }
  }
});
