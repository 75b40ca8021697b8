import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPrivateAddress, reservedNetworks } from './private-addresses.ts';

/** Network → its first and last address, and the adjacent addresses if they are public. */
const networks: Readonly<Record<string, readonly [first: string, last: string, ...outside: string[]]>> = {
  '0.0.0.0/8': ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  '10.0.0.0/8': ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  '100.64.0.0/10': ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  '127.0.0.0/8': ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  '169.254.0.0/16': ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  '172.16.0.0/12': ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  '192.0.0.0/24': ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  '192.0.2.0/24': ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  '192.31.196.0/24': ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  '192.52.193.0/24': ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  '192.88.99.0/24': ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  '192.168.0.0/16': ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  '192.175.48.0/24': ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  '198.18.0.0/15': ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  '198.51.100.0/24': ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  '224.0.0.0/3': ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
  '::/96': ['::', '::ffff:ffff', '::1:0:0'],
  '::ffff:0:0/96': ['::ffff:0:0', '::ffff:255.255.255.255', '::fffe:ffff:ffff'],
  '::ffff:0:0:0/96': ['::ffff:0:0:0', '::ffff:0:ffff:ffff', '::ffff:1:0:0'],
  '64:ff9b::/96': ['64:ff9b::', '64:ff9b::ffff:ffff', '64:ff9a:ffff::', '64:ff9b::1:0:0'],
  '64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:2::'],
  '100::/64': ['100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff::', '100:0:0:2::'],
  '2001::/23': ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  '2001:db8::/32': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  '2002::/16': ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  '2620:4f:8000::/48': ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  '3fff::/20': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  '5f00::/16': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '5eff:ffff::', '5f01::'],
  'fc00::/7': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff:ffff::', 'fe00::'],
  'fe80::/10': ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff::'],
  'fec0::/10': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'ff00::/8': ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
};

describe('private and special-purpose addresses', () => {
  test('belong to the networks in this test, and no others', () => {
    assert.deepEqual(
      reservedNetworks.map(([network, prefix]) => `${network}/${prefix}`),
      Object.keys(networks),
    );
  });

  for (const [network, [first, last, ...outside]] of Object.entries(networks)) {
    test(`include ${network} from its first address to its last, but not its public neighbors`, () => {
      assert.deepEqual([isPrivateAddress(first), isPrivateAddress(last)], [true, true]);
      assert.deepEqual(outside.filter(isPrivateAddress), []);
    });
  }

  test('are recognized as an IPv4 address inside an IPv6 address, and with a zone', () => {
    const written = [
      '::127.0.0.1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '0:0:0:0:0:ffff:7f00:1',
      '::ffff:8.8.8.8',
    ];
    const open = [...written, '64:ff9b::7f00:1', '2002:7f00:1::', 'fe80::1%eth0'].filter(
      (one) => !isPrivateAddress(one),
    );
    assert.deepEqual(open, []);
  });

  test('don’t include well-known public addresses', () => {
    const known = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::8a'];
    assert.deepEqual(known.filter(isPrivateAddress), []);
  });
});
