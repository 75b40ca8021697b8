import { createHmac } from 'node:crypto';
import { networkOfAddress } from '@docwright/site-server';
import type { LeasedLimit } from '../../foundation/rate-limits/index.ts';

/** Hourly limit on searches and pages that an organization's servers request, with secret keys. */
export const searchLimit: LeasedLimit = { name: 'searches', limit: 10_000, windowSeconds: 3600, blockUnits: 100 };
/**
 * Hourly limit for pages with public keys, which are visible in every page: they are counted separately, so that
 * readers don't use up the servers' limit.
 */
export const readerSearchLimit: LeasedLimit = { ...searchLimit, name: 'searches-of-readers' };
/** The share of one address in the limit for pages. */
export const addressLimit: LeasedLimit = {
  name: 'searches-of-address',
  limit: readerSearchLimit.limit / 20,
  windowSeconds: 3600,
  blockUnits: 20,
};

/** Returns a digest of a client's network, because no address is stored. */
export const digestAddress = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(networkOfAddress(address)).digest('base64url').slice(0, 22);
