import type { FairBudget } from '@docwright/site-server';

/** The client has used its share of this second's database lookups. */
export class LookupLimitReached extends Error {
  override readonly name = 'LookupLimitReached';
}

/**
 * Takes one lookup from the budget. A caller returns it if the lookup succeeded.
 *
 * @param network the client's network, from `networkOfAddress`
 * @throws LookupLimitReached
 */
export function takeLookup(budget: FairBudget, network: string): void {
  if (budget.take([network]) > 0)
    throw new LookupLimitReached(`${network} has used its share of this second's lookups`);
}
