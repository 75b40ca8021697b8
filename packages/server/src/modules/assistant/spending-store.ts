import { sql } from 'kysely';
import { utcMonth, type Queryable } from '../../platform/database/index.ts';
import { addToLedger } from '../budgets/index.ts';

export interface SpendingTables {
  assistant_spending: {
    project_id: string;
    /** `2026-01`, or `2026-01-31` of a visitor. */
    period: string;
    visitor: string;
    usd: number;
    changed_at: Date;
  };
}
type Db = Queryable<SpendingTables>;

export interface SpendingName {
  readonly projectId: string;
  readonly period: string;
  /** Empty for the project's month. */
  readonly visitor: string;
}

export interface Periods {
  readonly month: string;
  readonly day: string;
}

/** By the database's clock, in UTC. */
export async function selectPeriods(db: Db): Promise<Periods> {
  const { rows } = await sql<Periods>`
    select ${utcMonth} as month, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(db);
  const [periods] = rows;
  if (periods === undefined) throw new Error('the database told no time');
  return periods;
}

/** Whether so much was left: it is taken then. */
export async function addSpending(
  db: Db,
  { projectId, period, visitor }: SpendingName,
  { usd, limit }: { readonly usd: number; readonly limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_spending as spending (project_id, period, visitor, usd)
    select ${projectId}, ${period}, ${visitor}, ${usd}::float8 where ${usd}::float8 <= ${limit}::float8
    on conflict (project_id, period, visitor) do update set usd = spending.usd + excluded.usd, changed_at = now()
      where spending.usd + excluded.usd <= ${limit}::float8
    returning 1`.execute(db);
  return rows.length === 1;
}

export async function subtractSpending(db: Db, name: SpendingName, usd: number): Promise<void> {
  await sql`
    update assistant_spending set usd = greatest(0, usd - ${usd}::float8), changed_at = now()
    where project_id = ${name.projectId} and period = ${name.period} and visitor = ${name.visitor}`.execute(db);
}

/** What budgets of the organization and the project count; negative for what comes back. */
export async function addToBudgets(
  db: Db,
  {
    organizationId,
    projectId,
    month,
  }: { readonly organizationId: string; readonly projectId: string; readonly month: string },
  usd: number,
): Promise<void> {
  const from = sql`(values (${organizationId}, ${projectId})) as owner (organization_id, project_id)`;
  await addToLedger({ from, month, usd }).execute(db);
}

export async function selectSpending(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select usd from assistant_spending
    where project_id = ${projectId} and visitor = '' and period = ${utcMonth}`.execute(db);
  return rows[0]?.usd ?? 0;
}

/** Visitors' days go with the day after, months after a year. */
export async function deleteOldSpending(db: Db): Promise<void> {
  await sql`
    delete from assistant_spending
    where changed_at < now() - interval '400 days' or visitor <> '' and changed_at < now() - interval '1 day'`.execute(
    db,
  );
}
