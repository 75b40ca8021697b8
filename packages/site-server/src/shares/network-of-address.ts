import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the network that counts as one client: an IPv4 address itself, or the /64 of an IPv6 address, because a
 * client with one of its addresses has all of them. All limits per address use this function, so that they identify a
 * client by the same name.
 *
 * @param address as reported by a socket or a proxy: any spelling of IPv4, IPv6 or IPv4-mapped IPv6, with or without a
 * zone
 * @returns `203.0.113.7`, `2001:db8:0:0`, or the first 64 characters of the text if it isn't an address
 */
export function networkOfAddress(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address.slice(0, 64);
  const groups = expand(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  return isMapped ? toIPv4(groups.slice(6)) : groups.slice(0, 4).join(':');
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = toHexGroups(address).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

/** Rewrites a dotted tail (`::ffff:203.0.113.7`) as two groups. */
function toHexGroups(address: string): string {
  const start = address.lastIndexOf(':') + 1;
  const dotted = address.slice(start);
  if (!isIPv4(dotted)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${address.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function toIPv4(groups: readonly string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((value) => [value >> 8, value & 255]);
  return bytes.join('.');
}
