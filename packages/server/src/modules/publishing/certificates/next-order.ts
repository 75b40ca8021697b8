import { AcmeError } from '../../../platform/acme/index.ts';
import type { CertificateState, PastOrder } from './store.ts';
import type { CertificateRow } from './tables.ts';
import { countOf } from '../../../platform/words/count-of.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Authorities limit failed checks of a name per hour. After a day, only the owner can fix the cause. */
const waits = [15 * minute, hour, 4 * hour, day];
const longestWait = 7 * day;

export type NextOrder = Pick<CertificateState, 'status' | 'reason' | 'failures' | 'next_order_at'>;

/** Returns the next order after a failed one. An existing certificate is used until it expires. */
export function afterFailure({ failures }: Pick<CertificateRow, 'failures'>, error: unknown, nowMs: number): NextOrder {
  const asked = error instanceof AcmeError ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.min(Math.max(waits[failures] ?? day, asked), longestWait);
  const reason = error instanceof AcmeError ? error.message : 'The certificate authority could not be reached.';
  return { status: 'failed', reason, failures: failures + 1, next_order_at: new Date(nowMs + wait) };
}

export interface Life {
  readonly from: Date;
  readonly to: Date;
}

/** Returns the next order after an issued certificate: its renewal, at two thirds of its lifetime. */
export function afterSuccess({ from, to }: Life): NextOrder {
  const renewal = from.getTime() + ((to.getTime() - from.getTime()) * 2) / 3;
  return { status: 'issued', reason: null, failures: 0, next_order_at: new Date(renewal) };
}

export interface OrderLimits {
  /** Maximum number of orders in 24 hours. */
  readonly perDay: number;
  readonly perOrganization: number;
}

/** A limit that is reached until an order is older than 24 hours. */
export interface UsedUp {
  /** ID of the organization; null for the installation's limit. */
  readonly organizationId: string | null;
  readonly until: Date;
  readonly reason: string;
}

/**
 * @param orders the orders of the last 24 hours, oldest first. If the installation's limit is reached, only that limit
 * is returned.
 */
export function findUsedUp(orders: readonly PastOrder[], { perDay, perOrganization }: OrderLimits): readonly UsedUp[] {
  const ofAll = toUsedUp(null, orders, perDay);
  if (ofAll !== undefined) return [ofAll];
  return [...Map.groupBy(orders, ({ organizationId }) => organizationId)].flatMap(
    ([organizationId, made]) => toUsedUp(organizationId, made, perOrganization) ?? [],
  );
}

function toUsedUp(organizationId: string | null, made: readonly PastOrder[], most: number): UsedUp | undefined {
  const next = made[made.length - most];
  if (next === undefined) return undefined;
  const who = organizationId === null ? 'This installation' : 'The organization';
  const reason = `${who} has ordered ${countOf(made.length, 'certificate')} in 24 hours; the limit is ${most}.`;
  return { organizationId, until: new Date(next.orderedAt.getTime() + day), reason };
}
