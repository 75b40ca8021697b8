import { sql, type Transaction } from 'kysely';
import { utcMonth, type Queryable } from '../../../platform/database/index.ts';
import type { BudgetTables } from './tables.ts';

type Db = Queryable<BudgetTables>;

export interface BudgetName {
  readonly organizationId: string;
  /** ID of the project; null for the organization's budget. */
  readonly projectId: string | null;
}

export interface BudgetRow extends BudgetName {
  readonly scope: string;
  readonly usd: number;
  readonly thresholds: readonly number[];
  readonly stopJobs: boolean;
  readonly month: string;
  readonly spentUsd: number;
  readonly unpricedAnswers: number;
}

/** Each budget with its spending in the current month of the database's clock. */
const measured = sql`
  select budget.organization_id as "organizationId", budget.project_id as "projectId", budget.scope, budget.usd,
    budget.thresholds, budget.stop_jobs as "stopJobs", ${utcMonth} as month, spending.answers as "unpricedAnswers",
    spending.usd as "spentUsd"
  from model_budgets as budget
  cross join lateral (
    select coalesce(sum(usd), 0)::float8 as usd, coalesce(sum(unpriced_answers), 0)::int as answers
    from model_spending as spent
    where spent.organization_id = budget.organization_id and spent.month = ${utcMonth}
      and (budget.project_id is null or spent.project_id = budget.project_id)
  ) as spending`;

export async function selectBudgets(db: Db, organizationId: string): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`${measured} where budget.organization_id = ${organizationId}
    order by budget.scope`.execute(db);
  return rows;
}

/** Selects the budgets of the project and its organization that stop jobs. */
export async function selectStopping(db: Db, organizationId: string, projectId: string): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`${measured}
    where budget.organization_id = ${organizationId} and budget.scope in ('', ${projectId}) and budget.stop_jobs
    order by budget.scope`.execute(db);
  return rows;
}

/** Selects all organizations' budgets with a threshold that was reached and not yet reported in the month. */
export async function selectDue(db: Db): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select * from (${measured}) as budget
    where exists (
      select from unnest(thresholds) as reached (percent)
      where "spentUsd" >= usd * reached.percent / 100 and not exists (
        select from budget_alerts as alert
        where alert.organization_id = budget."organizationId" and alert.scope = budget.scope
          and alert.month = budget.month and alert.threshold = reached.percent
      )
    )
    limit 1000`.execute(db);
  return rows;
}

/**
 * Inserts and returns the thresholds that weren't reported yet. If several processes run at the same time, each
 * threshold is returned to only one of them.
 */
export async function insertAlerts(tx: Transaction<BudgetTables>, row: BudgetRow): Promise<number[]> {
  const { rows } = await sql<{ threshold: number }>`
    insert into budget_alerts (organization_id, scope, month, threshold, spent_usd, budget_usd)
    select ${row.organizationId}, ${row.scope}, ${row.month}, threshold, ${row.spentUsd}, ${row.usd}
    from unnest(${row.thresholds}::int[]) as threshold
    where ${row.spentUsd}::float8 >= ${row.usd}::float8 * threshold / 100
    on conflict do nothing returning threshold`.execute(tx);
  return rows.map(({ threshold }) => threshold);
}

export interface AlertRow {
  readonly scope: string;
  readonly threshold: number;
  readonly spent_usd: number;
  readonly budget_usd: number;
  readonly at: Date;
}

export async function selectAlerts(db: Db, organizationId: string): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select scope, threshold, spent_usd, budget_usd, at from budget_alerts
    where organization_id = ${organizationId} and month = ${utcMonth} order by scope, threshold`.execute(db);
  return rows;
}

export async function upsertBudget(
  tx: Transaction<BudgetTables>,
  { organizationId, projectId }: BudgetName,
  to: { readonly usd: number; readonly thresholds: readonly number[]; readonly stopJobs: boolean },
): Promise<void> {
  await sql`
    insert into model_budgets (organization_id, project_id, usd, thresholds, stop_jobs)
    values (${organizationId}, ${projectId}, ${to.usd}, ${to.thresholds}::int[], ${to.stopJobs})
    on conflict (organization_id, scope) do update set usd = excluded.usd, thresholds = excluded.thresholds,
      stop_jobs = excluded.stop_jobs, updated_at = clock_timestamp()`.execute(tx);
}

/** Deletes alerts older than this number of days, and months whose last answer is older. */
export async function deleteOldBudgetRows(db: Db, days: number): Promise<void> {
  await sql`delete from budget_alerts where at < now() - ${days} * interval '1 day'`.execute(db);
  await sql`delete from model_spending where changed_at < now() - ${days} * interval '1 day'`.execute(db);
}

/** Returns whether the budget existed. */
export async function deleteBudgetRow(
  tx: Transaction<BudgetTables>,
  { organizationId, projectId }: BudgetName,
): Promise<boolean> {
  const { rows } = await sql`delete from model_budgets
    where organization_id = ${organizationId} and scope = ${projectId ?? ''} returning 1`.execute(tx);
  return rows.length === 1;
}
