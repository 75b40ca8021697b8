import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestAddress } from './limits.ts';

test('addresses of one IPv6 network count as one client, and IPv4 addresses as separate clients', () => {
  const digest = (address: string) => digestAddress('secret', address);
  assert.equal(digest('2001:db8::1'), digest('2001:0DB8:0:0:ffff::2'));
  assert.notEqual(digest('2001:db8::1'), digest('2001:db8:0:1::1'));
  assert.notEqual(digest('192.0.2.1'), digest('192.0.2.2'));
  assert.notEqual(digest('::ffff:192.0.2.1'), digest('::ffff:192.0.2.2'));
});
