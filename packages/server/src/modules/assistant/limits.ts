import { isPublicKey } from '../public-keys/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { digestAddress } from '../discovery/index.ts';
import {
  takeUse,
  type LeasedLimit,
  type LeasedLimits,
  type RateLimit,
  type RateLimitTables,
} from '../rate-limits/index.ts';

/** Messages of an organization in an hour. */
export const messageLimit: LeasedLimit = {
  name: 'assistant-messages',
  limit: 10_000,
  windowSeconds: 3600,
  blockUnits: 100,
};
/** Of one address with public keys, which browsers send. */
export const addressLimit: RateLimit = { name: 'assistant-messages-of-address', limit: 20, windowSeconds: 60 };
export const threadsOfAddressLimit: RateLimit = { name: 'assistant-threads-of-address', limit: 60, windowSeconds: 60 };

export interface MessageLimitDeps {
  readonly database: Database<RateLimitTables>;
  readonly limits: LeasedLimits;
  readonly addressSecret: string;
}

/** Behind other keys are servers, which ask for many readers from one address. @throws ApiError rate_limited */
export async function takeOfAddress(
  deps: MessageLimitDeps,
  { organizationId, origin, actor }: Principal,
  rule: RateLimit,
): Promise<void> {
  if (!isPublicKey(actor)) return;
  await takeUseOf(deps, rule, `${organizationId}:${digestAddress(deps.addressSecret, origin.address)}`);
}

/** @throws ApiError rate_limited */
export async function takeUseOf({ database }: MessageLimitDeps, rule: RateLimit, owner: string): Promise<void> {
  await database.kysely.transaction().execute((tx) => takeUse(tx, rule, owner));
}
