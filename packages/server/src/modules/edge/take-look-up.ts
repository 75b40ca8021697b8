import type { FairBudget } from '@docwright/site-server';

/** The client's share of this second's look-ups in the database is used up. */
export class LookUpsUsedUp extends Error {
  override readonly name = 'LookUpsUsedUp';
}

/**
 * Takes one look-up that may find nothing. A caller whose look-up found something gives it back.
 *
 * @param network the client's, from `networkOfAddress`
 * @throws LookUpsUsedUp
 */
export function takeLookUp(budget: FairBudget, network: string): void {
  if (budget.take([network]) > 0)
    throw new LookUpsUsedUp(`${network} has used its share of the look-ups of this second`);
}
