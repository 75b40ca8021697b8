import { BlockList, isIPv6 } from 'node:net';

/**
 * Every address that isn't an ordinary address of the public internet, from IANA's two registries of special-purpose
 * addresses (RFC 6890), plus multicast. Forms that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo)
 * are rejected entirely: public servers don't need them, and one of them, `http://[::127.0.0.1]/`, is this machine.
 *
 * `ipaddr.js` (2.5.0) isn't used because its `range()` classifies `::7f00:1`, which is 127.0.0.1 in the IPv4-compatible
 * form, as unicast, and a lookup takes 10 µs instead of 0.9 µs.
 */
export const reservedNetworks: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
  // Unspecified, loopback, IPv4-compatible.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

// Two lists: in a single list, Node treats an IPv4 address as its mapped form, and `::ffff:0:0/96` would match every
// IPv4 address.
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of reservedNetworks) {
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  reserved[family].addSubnet(network, prefix, family);
}

/**
 * Whether an address (without brackets; a zone is allowed) is anything other than an ordinary address of the public
 * internet.
 */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  const family = isIPv6(bare) ? 'ipv6' : 'ipv4';
  return reserved[family].check(bare, family);
}
