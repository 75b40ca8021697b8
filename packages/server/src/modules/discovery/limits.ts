import { createHmac } from 'node:crypto';
import { networkOfAddress } from '@docwright/site-server';
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

/** No address is stored. */
export const digestAddress = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(networkOfAddress(address)).digest('base64url').slice(0, 22);
