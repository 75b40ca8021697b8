import { AcmeError } from '../../platform/acme/index.ts';
import type { CertificateState } from './store.ts';
import type { CertificateRow } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Authorities bound failed checks of a name in an hour; who has waited a day waits for a person. */
const waits = [15 * minute, hour, 4 * hour, day];
const longestWait = 7 * day;

export type NextOrder = Pick<CertificateState, 'status' | 'reason' | 'failures' | 'next_order_at'>;

/** After a failed order. A certificate that is there goes on being used until it ends. */
export function afterFailure({ failures }: Pick<CertificateRow, 'failures'>, error: unknown, nowMs: number): NextOrder {
  const asked = error instanceof AcmeError ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.min(Math.max(waits[failures] ?? day, asked), longestWait);
  const reason = error instanceof AcmeError ? error.message : 'The authority could not be asked.';
  return { status: 'failed', reason, failures: failures + 1, next_order_at: new Date(nowMs + wait) };
}

export interface Life {
  readonly from: Date;
  readonly to: Date;
}

/** Renewed at two thirds of its life. */
export function afterSuccess({ from, to }: Life): NextOrder {
  const renewal = from.getTime() + ((to.getTime() - from.getTime()) * 2) / 3;
  return { status: 'issued', reason: null, failures: 0, next_order_at: new Date(renewal) };
}
