/** Evaluates a plan from `EXPLAIN (ANALYZE, FORMAT JSON)`: whether its cost is acceptable for one tenant among many. */

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** `Outer`: the source of the rows; a subquery that runs once is an `InitPlan`. */
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  /** Since PostgreSQL 18: more than one is a skip scan, which older versions answer by reading the whole index. */
  readonly 'Index Searches'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that may be read in a table for each row that a statement returns or changes. */
const maxReadPerRow = 20;
/**
 * In a large database the planner rightly prefers reading this many rows of a small tenant to using the better index.
 */
const fewRows = 200;
/** Every plan reads a smaller table as a whole, which is acceptable. */
const smallTable = { small: 500, large: 25_000 } as const;

/**
 * @param rowsOf how many rows a table has
 * @param isSmall the tables are small, and are read as a whole only if no index applies; in large ones, a full read
 * is acceptable for a statement that returns much of the table
 * @returns the problems, one line each
 */
export function judgePlan(plan: PlanNode, rowsOf: (relation: string) => number, isSmall = true): string[] {
  const fewest = isSmall ? smallTable.small : smallTable.large;
  const allowed = Math.max(1, returnedBy(plan), isSmall ? 0 : fewRows / maxReadPerRow) * maxReadPerRow;
  return [...nodesOf(plan)].flatMap((node) => {
    const relation = node['Relation Name'];
    if (relation === undefined || !node['Node Type'].endsWith('Scan') || rowsOf(relation) < fewest) return [];
    const loops = node['Actual Loops'];
    const index = node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`;
    const looked = lookedAt(node);
    if (node['Node Type'] === 'Seq Scan' && loops > 0 && (isSmall || looked > allowed))
      return [`reads all of ${relation}`];
    if (looked > allowed) return [`reads ${looked} rows of ${relation}${index} for ${returnedBy(plan)}`];
    // Per loop; a nested loop has one for each row of the outer side, on every version.
    const searches = (node['Index Searches'] ?? 0) / Math.max(1, loops);
    return searches > allowed
      ? [`skips through ${relation}${index} in ${Math.round(searches)} searches for ${returnedBy(plan)}`]
      : [];
  });
}

/** Tables of which a plan read more rows than an exception allows. */
export function judgeBound(plan: PlanNode, rows: number): string[] {
  return [...nodesOf(plan)].flatMap((node) =>
    node['Relation Name'] !== undefined && lookedAt(node) > rows
      ? [`reads ${lookedAt(node)} rows of ${node['Relation Name']}, which may be ${rows}`]
      : [],
  );
}

/** A change without `returning` returns no rows: the changed ones count. */
function returnedBy(plan: PlanNode): number {
  const first = plan.Plans?.find((child) => child['Parent Relationship'] === 'Outer');
  const node = plan['Node Type'] === 'ModifyTable' && plan['Actual Rows'] === 0 && first !== undefined ? first : plan;
  return Math.round(node['Actual Rows'] * node['Actual Loops']);
}

function lookedAt(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * node['Actual Loops']);
}

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const child of plan.Plans ?? []) yield* nodesOf(child);
}
