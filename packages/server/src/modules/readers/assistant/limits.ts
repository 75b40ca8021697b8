import { UseWindows } from '@docwright/site-server';
import { isPublicKey } from '../../project-config/public-keys/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { digestAddress } from '../discovery/index.ts';
import type { CountedLimits, LeasedLimit, LeasedLimits, RateLimit } from '../../foundation/rate-limits/index.ts';
import type { AskerKind } from './thread-key.ts';

/** Hourly limit on messages from an organization's servers, with secret keys. */
const serverMessageLimit: LeasedLimit = {
  name: 'assistant-messages',
  limit: 10_000,
  windowSeconds: 3600,
  blockUnits: 100,
};
/**
 * Hourly limit for readers, at an organization's sites and with public keys. It is separate, so that readers don't use
 * up the servers' limit.
 */
const readerMessageLimit: LeasedLimit = { ...serverMessageLimit, name: 'assistant-messages-of-readers' };
export const messageLimitOf = (kind: AskerKind): LeasedLimit =>
  kind === 'secret' ? serverMessageLimit : readerMessageLimit;

/**
 * Limit on messages from one address, on a site's pages and with public keys. A project may set its own limit per
 * minute.
 */
export const addressLimit: RateLimit = { name: 'assistant-messages-of-address', limit: 20, windowSeconds: 60 };
export const addressHourLimit: LeasedLimit = {
  name: 'assistant-messages-of-address-hour',
  limit: readerMessageLimit.limit / 20,
  windowSeconds: 3600,
  blockUnits: 20,
};
export const threadsOfAddressLimit: RateLimit = { name: 'assistant-threads-of-address', limit: 60, windowSeconds: 60 };

/**
 * Maximum bytes of questions and answers that one process stores for a project in 24 hours; later questions are
 * answered but not stored.
 */
export const storedBytesOfDay = 50_000_000;
export const openStoredBytes = (nowMs: () => number): UseWindows =>
  new UseWindows([{ uses: storedBytesOfDay, windowMs: 86_400_000 }], nowMs);

export interface MessageLimitDeps {
  readonly limits: LeasedLimits;
  readonly addressLimits: CountedLimits;
  readonly addressSecret: string;
}

/**
 * Refuses an address that was refused recently, without querying the database.
 * @throws {ApiError} `rate_limited`
 *
 * @param owner the address, from `ownerOf` or `spenderOf`
 */
export function requireNotRefused({ limits, addressLimits }: MessageLimitDeps, owner: string): void {
  addressLimits.requireNotRefused(addressLimit, owner);
  const refusal = limits.refusalOf(addressHourLimit, owner);
  if (refusal !== undefined) throw refusal;
}

/** Counts a message from an address. @throws {ApiError} `rate_limited` */
export async function takeMessage(
  { limits, addressLimits }: MessageLimitDeps,
  owner: string,
  messagesPerMinute: number,
): Promise<void> {
  await addressLimits.take({ ...addressLimit, limit: messagesPerMinute }, owner);
  await limits.take(addressHourLimit, owner);
}

/**
 * Returns the owner of the limits for a browser, which is a caller with a public key: its organization and a digest of
 * its address. Returns `undefined` for servers, which ask on behalf of many readers.
 */
export const ownerOf = (
  { addressSecret }: Pick<MessageLimitDeps, 'addressSecret'>,
  { organizationId, origin, actor }: Principal,
): string | undefined =>
  isPublicKey(actor) ? `${organizationId}:${digestAddress(addressSecret, origin.address)}` : undefined;
