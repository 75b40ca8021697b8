import { createHmac } from 'node:crypto';
import { networkOfAddress } from '@docwright/site-server';
import type { LeasedLimit } from '../../foundation/rate-limits/index.ts';

/** Searches and pages that an organization's servers request in an hour, with secret keys. */
export const searchLimit: LeasedLimit = { name: 'searches', limit: 10_000, windowSeconds: 3600, blockUnits: 100 };
/** Those that pages request with public keys, which are in every page: they are counted separately, so that readers don't use up the servers' limit. */
export const readerSearchLimit: LeasedLimit = { ...searchLimit, name: 'searches-of-readers' };
/** One address's part of those of pages. */
export const addressLimit: LeasedLimit = {
  name: 'searches-of-address',
  limit: readerSearchLimit.limit / 20,
  windowSeconds: 3600,
  blockUnits: 20,
};

/** No address is stored. */
export const digestAddress = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(networkOfAddress(address)).digest('base64url').slice(0, 22);
