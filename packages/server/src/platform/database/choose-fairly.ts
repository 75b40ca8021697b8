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
  /** Maximum number of rows in a round. */
  readonly limit: number;
  /** Maximum number of one organization's rows in a round. */
  readonly perOrganization: number;
}

/**
 * Chooses a round's rows: oldest first, but only a limited number from each organization, so that an organization with
 * many due rows doesn't delay others. The remaining rows are chosen in later rounds.
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
