/** Decides whether a plan from `EXPLAIN (ANALYZE, FORMAT JSON)` has an acceptable cost for one tenant among many. */

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
  /**
   * Available since PostgreSQL 18. More than one search means a skip scan; older versions read the whole index instead.
   */
  readonly 'Index Searches'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Maximum number of rows that a statement may read in a table for each row that it returns or changes. */
const maxReadPerRow = 20;
/**
 * In a large database, the planner may read this many rows of a small tenant instead of using the better index. This is
 * acceptable.
 */
const fewRows = 200;
/** Smaller tables are always read as a whole, which is acceptable. */
const smallTable = { small: 500, large: 25_000 } as const;

/**
 * @param rowsOf returns the number of rows in a table
 * @param isSmall whether the tables are small. If so, a table is read as a whole only if no index applies. In large
 * tables, a full read is acceptable for a statement that returns a large part of the table.
 * @returns the problems, one per line
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
    // Counted per loop, because in every version a nested loop has one search for each row of the outer side.
    const searches = (node['Index Searches'] ?? 0) / Math.max(1, loops);
    return searches > allowed
      ? [`skips through ${relation}${index} in ${Math.round(searches)} searches for ${returnedBy(plan)}`]
      : [];
  });
}

/** Returns problems with tables in which a plan read more rows than an exception allows. */
export function judgeBound(plan: PlanNode, rows: number): string[] {
  return [...nodesOf(plan)].flatMap((node) =>
    node['Relation Name'] !== undefined && lookedAt(node) > rows
      ? [`reads ${lookedAt(node)} rows of ${node['Relation Name']}, which may be ${rows}`]
      : [],
  );
}

/** Counts returned rows. A change without `returning` doesn't return rows, so the changed rows are counted. */
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
