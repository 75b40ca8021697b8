import type { Suggestion } from '@docwright/contract';
import { countVisitors, type Signal } from './signal.ts';

const dayMs = 86_400_000;
/** Maximum number of days that are compared on either side of a change. */
export const effectDays = 14;

/**
 * Number of affected readers before and after a change went live, by whole days in UTC; the day of the change is
 * excluded.
 * @param oldest the first day with stored signals
 */
export function measureEffect(
  signals: readonly Signal[],
  { since, oldest, now }: { readonly since: Date; readonly oldest: Date; readonly now: number },
): Suggestion['effect'] {
  const changed = Math.floor(since.getTime() / dayMs);
  const today = Math.floor(now / dayMs);
  const count = (first: number, end: number) => ({
    visitors: countVisitors(
      signals.filter(({ at }) => {
        const day = Math.floor(at.getTime() / dayMs);
        return day >= first && day < end;
      }),
    ),
    days: end - first,
  });
  const first = Math.max(changed - effectDays, Math.floor(oldest.getTime() / dayMs));
  if (first >= changed) return null;
  const end = Math.min(changed + 1 + effectDays, today);
  return {
    since: since.toISOString(),
    before: count(first, changed),
    after: end > changed + 1 ? count(changed + 1, end) : null,
  };
}
