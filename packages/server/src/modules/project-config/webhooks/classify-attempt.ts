import type { WebhookSettings } from './settings.ts';

/** The result of one attempt: a response, or the reason why none arrived. */
export interface AttemptOutcome {
  readonly statusCode: number | null;
  /** `undefined` if the attempt succeeded. */
  readonly error: string | undefined;
  /** The delay that the receiver requested. */
  readonly retryAfterMs: number | undefined;
}

export type Verdict =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'given-up' }
  /** The receiver reports that it was removed permanently. */
  | { readonly kind: 'gone' };

/** 410 Gone. */
const goneStatus = 410;
/** Added to each delay, so that deliveries that failed together aren't retried together. */
const jitterShare = 0.2;
const maxWaitMs = 86_400_000;

/** @param random from 0 (inclusive) to 1 (exclusive) */
export function classifyAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  options: { readonly settings: Pick<WebhookSettings, 'retryDelaysMs'>; readonly random: () => number },
): Verdict {
  if (outcome.error === undefined) return { kind: 'succeeded' };
  if (outcome.statusCode === goneStatus) return { kind: 'gone' };
  const delayMs = options.settings.retryDelaysMs[attempt - 1];
  if (delayMs === undefined) return { kind: 'given-up' };
  const asked = Math.min(outcome.retryAfterMs ?? 0, maxWaitMs);
  return { kind: 'retry', delayMs: Math.round(Math.max(delayMs, asked) * (1 + jitterShare * options.random())) };
}

/** Parses `Retry-After` in seconds or as a date. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
