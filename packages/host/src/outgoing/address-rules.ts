import { BlockList, isIP } from 'node:net';

/**
 * Addresses that a link may not lead to: all that are not plain, public unicast (IANA special-purpose registries). Two
 * lists: in one, Node takes an IPv4 address for its mapped form, and `::ffff:0:0/96` would match them all.
 */
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.ipv4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // The unspecified and loopback addresses, and the IPv4-compatible form that reaches 127.0.0.1 as ::127.0.0.1.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  special.ipv6.addSubnet(network, prefix, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isSpecial(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return special[family].check(address, family);
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** URL host name → what DNS and sockets take: no brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Whether an operator who wrote this host meant their own machine. */
export function isLoopbackName(hostname: string): boolean {
  const host = bareHost(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && contains(loopback, host));
}

export interface AddressRules {
  /** Whether a connection to `host` (`host:port` of a URL) may be made at `address`, which its name resolved to. */
  allows(target: { readonly hostname: string; readonly port: string }, address: string): boolean;
}

/**
 * The rule for every outgoing connection:
 *
 * 1. Public addresses are allowed.
 * 2. Loopback is allowed for a host that an operator wrote into the settings or gave to a command as loopback
 *    (`trustedHosts`), so that `http://127.0.0.1:…` works on one machine. A redirect or an API answer to another host has no
 *    such trust.
 * 3. Any other special address only by `allowedPrivateHosts`: a name, `name:port`, an address, or a CIDR block.
 */
export function createAddressRules(
  trustedHosts: readonly string[],
  allowedPrivateHosts: readonly string[],
): AddressRules {
  const names = new Set<string>();
  const blocks = new BlockList();
  for (const entry of allowedPrivateHosts) {
    const [network = '', prefix] = entry.split('/');
    const family = isIP(bareHost(network));
    if (family === 0) names.add(entry.toLowerCase());
    else
      blocks.addSubnet(
        bareHost(network),
        prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix),
        family === 6 ? 'ipv6' : 'ipv4',
      );
  }
  return {
    allows: ({ hostname, port }, address) => {
      if (isIP(address) === 0) return false;
      if (!isSpecial(address)) return true; // 1
      const host = `${hostname}:${port}`;
      if (contains(loopback, address) && isLoopbackName(hostname) && trustedHosts.includes(host)) return true; // 2
      return names.has(hostname) || names.has(host) || contains(blocks, address); // 3
    },
  };
}
