export interface DueRow {
  readonly id: string;
  readonly organization_id: string;
}

/** Returns rows that are due, oldest first, without those of some organizations. */
export type ListDue<Row> = (choice: {
  readonly limit: number;
  readonly without: readonly string[];
}) => Promise<readonly Row[]>;

export interface FairChoice {
  /** Maximum rows of one round. */
  readonly limit: number;
  /** Maximum rows of one organization in a round. */
  readonly perOrganization: number;
}

/**
 * Chooses the rows of a round: oldest first, but only a limited number of one organization, so that one with many due
 * rows doesn't delay the others. Its further rows are chosen in later rounds.
 */
export async function chooseFairly<Row extends DueRow>(
  listDue: ListDue<Row>,
  { limit, perOrganization }: FairChoice,
): Promise<readonly Row[]> {
  const chosen = new Map<string, Row>();
  const counts = new Map<string, number>();
  const countOf = ({ organization_id: organization }: Row): number => counts.get(organization) ?? 0;
  // Each further query excludes one more organization, so there are at most `limit / perOrganization` queries.
  for (let isComplete = false; !isComplete;) {
    const without = [...counts].flatMap(([organization, count]) => (count < perOrganization ? [] : organization));
    const rows = await listDue({ limit, without });
    for (const row of rows) {
      if (chosen.size === limit || chosen.has(row.id) || countOf(row) >= perOrganization) continue;
      chosen.set(row.id, row);
      counts.set(row.organization_id, countOf(row) + 1);
    }
    const full = [...counts.values()].filter((count) => count >= perOrganization).length;
    isComplete = chosen.size === limit || rows.length < limit || full === without.length;
  }
  return [...chosen.values()];
}
