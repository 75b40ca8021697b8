import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOfAddress } from './network-of-address.ts';

const spellings: Readonly<Record<string, readonly string[]>> = {
  '203.0.113.7': ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'],
  '2001:db8:0:0': ['2001:db8::a:b:c:d', '2001:db8::e:b:c:d', '2001:0DB8:0:0:1::', '2001:db8::1', '2001:db8::1.2.3.4'],
  '2001:db8:1:2': ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6'],
  'fe80:0:0:0': ['fe80::1%eth0', 'fe80::2'],
  '0:0:0:0': ['::1', '::'],
  unknown: ['unknown'],
};

test('different spellings of an address, and addresses of one /64, are one network', () => {
  for (const [network, addresses] of Object.entries(spellings))
    for (const address of addresses) assert.equal(networkOfAddress(address), network, address);
});

test('text that is not an address is truncated, so that a header can’t fill the memory', () => {
  assert.equal(networkOfAddress('x'.repeat(10_000)).length, 64);
});
