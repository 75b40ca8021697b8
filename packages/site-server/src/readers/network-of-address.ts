import { isIPv6 } from 'node:net';

/** A network of IPv6 (`/64`) counts as one address: whoever has it has all of its addresses. */
export function networkOfAddress(address: string): string {
  return isIPv6(address) && !address.includes('.') ? expand(address).slice(0, 4).join(':') : address;
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - behind.length }, () => '0');
  return [...before, ...zeros, ...behind].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
