import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrefilled } from './prefilled-inputs.ts';

test('a field has the value with its name and place, and header names are case-insensitive', () => {
  const inputs = readPrefilled({ header: { 'X-Tenant': 'acme' }, path: { id: 7 }, query: { dry: true, deep: {} } });
  assert.equal(inputs.field({ place: 'header', name: 'x-tenant' }), 'acme');
  assert.equal(inputs.field({ place: 'path', name: 'id' }), '7');
  assert.equal(inputs.field({ place: 'query', name: 'dry' }), 'true');
  for (const field of [
    { place: 'query', name: 'id' },
    { place: 'path', name: 'ID' },
    { place: 'query', name: 'deep' },
    { place: 'cookie', name: 'x' },
  ] as const)
    assert.equal(inputs.field(field), '', field.name);
});

test('a credential is found by its security scheme, in the field’s format', () => {
  const inputs = readPrefilled({ header: { Authorization: 'Bearer abc', 'X-Key': 'k' }, cookie: { sid: 's' } });
  assert.equal(inputs.credential({ label: 'a', kind: 'bearer', name: 'Authorization' }), 'abc');
  assert.equal(inputs.credential({ label: 'b', kind: 'header', name: 'X-Key' }), 'k');
  assert.equal(inputs.credential({ label: 'c', kind: 'cookie', name: 'sid' }), 's');
  assert.equal(inputs.credential({ label: 'd', kind: 'query', name: 'key' }), '');
  const basic = readPrefilled({ header: { authorization: `Basic ${btoa('ada:secret')}` } });
  assert.equal(basic.credential({ label: 'e', kind: 'basic', name: '' }), 'ada:secret');
});

test('a server must be an HTTP address, and anything but an object provides no values', () => {
  assert.equal(readPrefilled({ server: 'https://api.example' }).server, 'https://api.example');
  assert.equal(readPrefilled({ server: 'javascript:alert(1)' }).server, '');
  assert.equal(readPrefilled({ header: 'x', query: null }).field({ place: 'header', name: 'length' }), '');
});
