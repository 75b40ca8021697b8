import type { FairBudget } from '@docwright/site-server';

/** The client has used its share of this second's database lookups. */
export class LookUpsUsedUp extends Error {
  override readonly name = 'LookUpsUsedUp';
}

/**
 * Takes one lookup from the budget. A caller whose lookup found something returns it.
 *
 * @param network the client's, from `networkOfAddress`
 * @throws LookUpsUsedUp
 */
export function takeLookUp(budget: FairBudget, network: string): void {
  if (budget.take([network]) > 0) throw new LookUpsUsedUp(`${network} has used its share of this second's lookups`);
}
