import { sql, type RawBuilder } from 'kysely';
import { utcMonth } from '../../../platform/database/index.ts';

export interface LedgerEntry {
  /** The SQL after `from`: rows with `organization_id` and `project_id`, at most one per project. */
  readonly from: RawBuilder<unknown>;
  /** The month, `2026-01`; the default is the current month of the database's clock. */
  readonly month?: string;
  /** Negative for a refund. */
  readonly usd: number;
  /** Number of answers from models without a known price. */
  readonly unpriced?: number;
}

/**
 * Returns the only statement that adds to the costs that budgets count. It can be part of another statement. Costs are
 * rounded to billionths of a dollar, because prices are binary fractions. A refund never makes a month negative.
 */
export function addToLedger({ from, month, usd, unpriced = 0 }: LedgerEntry): RawBuilder<unknown> {
  const amount = sql`round(${usd}::numeric, 9)`;
  return sql`
    insert into model_spending as spent (organization_id, project_id, month, usd, unpriced_answers)
    select organization_id, project_id, ${month ?? utcMonth}, greatest(0, ${amount}), ${unpriced}::int from ${from}
    on conflict (organization_id, month, project_id) do update set usd = greatest(0, spent.usd + ${amount}),
      unpriced_answers = spent.unpriced_answers + excluded.unpriced_answers, changed_at = clock_timestamp()`;
}
