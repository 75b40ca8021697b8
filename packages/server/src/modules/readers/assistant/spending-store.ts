import { sql } from 'kysely';
import { utcMonth, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import { addToLedger } from '../../project-config/budgets/index.ts';

export interface SpendingTables {
  assistant_spending: TableOf<'assistant_spending'>;
}
type Db = Queryable<SpendingTables>;

export interface SpendingName {
  readonly projectId: string;
  readonly period: string;
  /** Empty for the project's monthly budget. */
  readonly visitor: string;
}

interface OwnMonth {
  readonly organizationId: string;
  readonly projectId: string;
  readonly month: string;
}

/** The result of a reservation, with its month and day by the database's clock, in UTC. */
export interface Reserved {
  readonly month: string;
  readonly day: string;
  readonly isWithin: boolean;
}

/**
 * Reserves an amount of the assistant's monthly budget if that much is left, and counts it toward the budgets of the
 * project and the organization. This is a single statement, because concurrent requests wait for the month's row.
 */
export async function reserveOfMonth(
  db: Db,
  { organizationId, projectId }: Omit<OwnMonth, 'month'>,
  { usd, limit }: { readonly usd: number; readonly limit: number },
): Promise<Reserved> {
  const from = sql`(select ${organizationId} as organization_id, ${projectId} as project_id from taken) as owner`;
  const { rows } = await sql<Reserved>`
    with taken as (
      insert into assistant_spending as spending (project_id, period, visitor, usd)
      select ${projectId}, ${utcMonth}, '', ${usd}::float8 where ${usd}::float8 <= ${limit}::float8
      on conflict (project_id, period, visitor) do update set usd = spending.usd + excluded.usd, changed_at = now()
        where spending.usd + excluded.usd <= ${limit}::float8
      returning 1
    ),
    counted as (${addToLedger({ from, usd })})
    select ${utcMonth} as month, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day,
      exists (select from taken) as "isWithin"`.execute(db);
  const [reserved] = rows;
  if (reserved === undefined) throw new Error('the database returned no time');
  return reserved;
}

/** Returns the unused amount to the month and to the budgets. */
export async function refundMonth(db: Db, { organizationId, projectId, month }: OwnMonth, usd: number): Promise<void> {
  const from = sql`(select ${organizationId} as organization_id, ${projectId} as project_id from returned) as owner`;
  await sql`
    with returned as (
      update assistant_spending set usd = greatest(0, usd - ${usd}::float8), changed_at = now()
      where project_id = ${projectId} and period = ${month} and visitor = ''
      returning 1
    )
    ${addToLedger({ from, month, usd: -usd })}`.execute(db);
}

/** Reserves the amount if that much is left; returns whether it did. */
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

export async function selectSpending(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select usd from assistant_spending
    where project_id = ${projectId} and visitor = '' and period = ${utcMonth}`.execute(db);
  return rows[0]?.usd ?? 0;
}

/** Deletes visitors' rows one day, and months 400 days, after their last change. */
export async function deleteOldSpending(db: Db): Promise<void> {
  await sql`
    delete from assistant_spending
    where changed_at < now() - interval '400 days' or visitor <> '' and changed_at < now() - interval '1 day'`.execute(
    db,
  );
}
