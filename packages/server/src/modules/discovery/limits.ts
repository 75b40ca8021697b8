import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { LeasedLimit } from '../rate-limits/index.ts';

/** Searches and pages of an organization in an hour. */
export const searchLimit: LeasedLimit = { name: 'searches', limit: 10_000, windowSeconds: 3600, blockUnits: 100 };
/** Those of one address with public keys, which browsers send, in a day. */
export const addressLimit: LeasedLimit = {
  name: 'searches-of-address',
  limit: 10_000,
  windowSeconds: 86_400,
  blockUnits: 20,
};

/** No address is stored. A network of IPv6 is one address: whoever has it has all of its addresses. */
export function digestAddress(secret: string, address: string): string {
  const network = isIPv6(address) && !address.includes('.') ? expand(address).slice(0, 4).join(':') : address;
  return createHmac('sha256', secret).update(network).digest('base64url').slice(0, 22);
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - behind.length }, () => '0');
  return [...before, ...zeros, ...behind].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
