import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEmail, parseEmail, requireEmail } from './email.ts';

const refused = [
  'a@evil.example@corp.example',
  '"a@evil.example"@corp.example',
  'a@corp.example, b@corp.example',
  'a b@corp.example',
  'a@corp.example\nbcc:b@corp.example',
  'a@corp.exaｍple',
  'ａda@corp.example',
  '\u212Aate@corp.example',
  'a..b@corp.example',
  '.a@corp.example',
  'a@',
  '@corp.example',
  'a@localhost',
  `${'a'.repeat(250)}@corp.example`,
];

test('an address from an identity provider or a user must have one @, ASCII characters and a host name', () => {
  for (const text of refused) {
    assert.equal(parseEmail(text), undefined, text);
    assert.throws(() => requireEmail(text), { code: 'invalid_request' }, text);
  }
  for (const value of [undefined, null, 7, ['a@corp.example']]) assert.equal(parseEmail(value), undefined);
});

test('upper and lower case are the same address, but a tag after + makes a different one', () => {
  assert.equal(parseEmail(' Ada.King@Corp.Example '), 'ada.king@corp.example');
  assert.equal(requireEmail('Ada.King@Corp.Example'), 'ada.king@corp.example');
  assert.equal(parseEmail("o'brien+docs@corp.example"), "o'brien+docs@corp.example");
  assert.notEqual(parseEmail('ada+docs@corp.example'), parseEmail('ada@corp.example'));
});

test('the Kelvin sign isn’t folded into the k of someone else’s address', () => {
  assert.equal('\u212Aate@corp.example'.toLowerCase(), 'kate@corp.example', 'JavaScript folds the Kelvin sign to k');
  assert.equal(foldEmail('\u212Aate@corp.example'), '\u212Aate@corp.example');
});
