import type { RecordCheck } from './check-records.ts';
import type { DomainState } from './store.ts';
import type { DomainRow } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A claim is released after its record has been missing for this long. A domain that is never verified is no longer
 * checked after this time.
 */
export const releaseAfterMs = 7 * day;

export type DomainEvent = 'domain.verified' | 'domain.failing' | 'domain.released';

export interface Look {
  readonly recordCheck: RecordCheck;
  /** Whether another project owns the name. */
  readonly isTaken: boolean;
  readonly now: Date;
}

/** Returns a domain's state after a check of its records. */
export function nextState(
  before: DomainRow,
  look: Look,
): { readonly state: DomainState; readonly event: DomainEvent | undefined } {
  const { recordCheck, isTaken, now } = look;
  const { proof, leadsHere, reason } = recordCheck;
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  const looked = { reason, leads_here: leadsHere, checked_at: now };
  if (proof === 'unknown') {
    const { status, claimed_at, failing_since, leads_here } = before;
    // This says nothing about the domain: the service's own failure must never end a claim.
    const kept = { ...looked, leads_here, status, claimed_at, failing_since };
    return { state: { ...kept, next_check_at: at(5 * minute) }, event: undefined };
  }
  if (proof === 'proved' && !isTaken) {
    const claimed = {
      ...looked,
      status: 'verified' as const,
      claimed_at: before.claimed_at ?? now,
      failing_since: null,
    };
    const state = { ...claimed, next_check_at: at(leadsHere ? day : hour) };
    return { state, event: before.status === 'verified' ? undefined : 'domain.verified' };
  }
  if (before.claimed_at !== null) return losing(before, look);
  const isOld = now.getTime() - before.created_at.getTime() >= releaseAfterMs;
  const unclaimed = { ...looked, claimed_at: null, failing_since: null };
  const next = isOld ? null : at(waitOf(now.getTime() - before.created_at.getTime()));
  if (!isTaken || proof !== 'proved') {
    const ended = isOld ? ' The domain is no longer checked automatically. Check it when the record is set.' : '';
    const status = isOld ? 'failed' : 'pending';
    return { state: { ...unclaimed, status, reason: `${reason}${ended}`, next_check_at: next }, event: undefined };
  }
  const taken =
    "The records verify the domain, but another project of this installation has it. Remove it there, or wait: it is released 7 days after that project's verification record disappears.";
  return { state: { ...unclaimed, status: 'failed', reason: taken, next_check_at: next }, event: undefined };
}

/** Handles a claim whose verification record is missing. */
function losing(
  before: DomainRow,
  { recordCheck, now }: Look,
): { readonly state: DomainState; readonly event: DomainEvent | undefined } {
  const { leadsHere, reason } = recordCheck;
  const since = before.failing_since ?? now;
  const looked = { status: 'failed' as const, leads_here: leadsHere, checked_at: now };
  const releasedAt = new Date(since.getTime() + releaseAfterMs);
  if (releasedAt <= now) {
    const released = `${reason} The verification record was missing for 7 days, so the domain was released.`;
    const state = { ...looked, reason: released, claimed_at: null, failing_since: null, next_check_at: null };
    return { state, event: 'domain.released' };
  }
  const next = new Date(Math.min(now.getTime() + hour, releasedAt.getTime()));
  const state = { ...looked, reason, claimed_at: before.claimed_at, failing_since: since, next_check_at: next };
  return { state, event: before.failing_since === null ? 'domain.failing' : undefined };
}

/** Returns the time until the next check, which grows with a domain's age from a minute to a day. */
const waitOf = (ageMs: number): number => Math.min(Math.max(minute, ageMs / 4), day);
